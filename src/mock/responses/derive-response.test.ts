import { describe, expect, it } from 'vitest';
import { derived } from '../../../test/support/runs/mock-routes.js';

async function body(...assertions: readonly string[]): Promise<unknown> {
  const { response, warnings } = await derived(assertions);
  expect(warnings).toEqual([]);
  return JSON.parse(response.body);
}

describe('a derived body', () => {
  it('is the value of an equality of the whole body', async () => {
    expect((await derived(['body == "two words"'])).response).toMatchObject({
      body: 'two words',
      contentType: 'text/plain; charset=utf-8',
    });
    const { response } = await derived(['body == {"b": 1, "a": [2]}', 'body.c == 3']);
    expect(response.body).toBe('{\n  "b": 1,\n  "a": [\n    2\n  ]\n}');
    expect(response.contentType).toBe('application/json');
    expect((await derived(['body == 42'])).response).toMatchObject({
      body: '42',
      contentType: 'application/json',
    });
  });

  it('is built from equalities of paths, nested, in their order', async () => {
    expect(
      await body('body.id == 7', 'body.owner.name == "Ada"', 'size.width == 2.5', 'body.open == true'),
    ).toEqual({
      id: 7,
      owner: { name: 'Ada' },
      size: { width: 2.5 },
      open: true,
    });
    const { response } = await derived(['body.z == 1', 'body.a == 2', 'body["any key"] == 3']);
    expect(response.body).toBe('{\n  "z": 1,\n  "a": 2,\n  "any key": 3\n}');
  });

  it('has lists with gaps', async () => {
    expect(await body('body.rows[2].id == 5')).toEqual({ rows: [null, null, { id: 5 }] });
    expect(await body('body[1] == "b"')).toEqual([null, 'b']);
    expect(await body('body.rows.1 == 4', 'body.rows[-1] == 9')).toEqual({ rows: [null, 4, 9] });
  });

  it('keeps the first of two conflicting paths, with a warning', async () => {
    const first = await derived(['body.a == 1', 'body.a.b == 2', 'body.a == 3']);
    expect(JSON.parse(first.response.body)).toEqual({ a: 1 });
    expect(first.warnings).toHaveLength(2);
    const second = await derived(['body.a.b == 2', 'body.a == 1', 'body.a[0] == 1']);
    expect(JSON.parse(second.response.body)).toEqual({ a: { b: 2 } });
  });

  it('ignores equalities of wildcard paths and indexes without end', async () => {
    const { response } = await derived([
      'body.rows[*].id == [1, 2]',
      'body.total == 2',
      'body.far[99999999] == 1',
    ]);
    expect(JSON.parse(response.body)).toEqual({ total: 2 });
    expect(response.body.length).toBeLessThan(100);
  });

  it('has a default when nothing is asserted', async () => {
    expect((await derived(['status == 200'])).response.body).toBe('{\n  "status": "ok"\n}');
    expect(await body('body exists')).toEqual({ status: 'ok' });
    expect(await body('body.status notExists')).toEqual({});
  });

  it('keeps integers of any size and keys of any name', async () => {
    const { response } = await derived(['body.big == 12345678901234567890', 'body["__proto__"].x == 1']);
    expect(response.body).toContain('12345678901234567890');
    expect(response.body).toContain('"__proto__"');
  });

  it('does not exist for 204 and 304', async () => {
    for (const status of [204, 304]) {
      expect((await derived([`status == ${status}`, 'header X-A == b'])).response).toMatchObject({
        status,
        body: '',
        contentType: '',
        headers: [['X-A', 'b']],
      });
    }
  });
});

describe('a derived body passes the assertions it comes from', () => {
  it.each([
    [['body.id exists'], { id: 'sample' }],
    [
      ['body.id type integer', 'body.open type boolean', 'body.tags type array', 'body.size type object'],
      undefined,
    ],
    [['body.id type number', 'body.id > 10', 'body.id <= 11'], undefined],
    [['body.weight > 0.5', 'body.weight < 0.6'], undefined],
    [
      [
        'body.count >= 3',
        'body.count type integer',
        'body.ratio between 0.2 0.4',
        'body.pi approx 3.14 +- 0.01',
      ],
      undefined,
    ],
    [['body.rows length 3'], { rows: ['sample', 'sample', 'sample'] }],
    [['body.rows length > 2', 'body.rows[0].id == 7'], { rows: [{ id: 7 }, { id: 7 }, { id: 7 }] }],
    [['body.rows.length == 2', 'body.rows[0].id exists'], { rows: [{ id: 'sample' }, { id: 'sample' }] }],
    [['body.rows each type integer', 'body.rows length 2'], { rows: [1, 1] }],
    [['body.rows[*].id each type integer', 'body.rows length >= 2'], { rows: [{ id: 1 }, { id: 1 }] }],
    [['body.rows[*].id exists', 'body.rows[*].name includes "Ada"'], undefined],
    [['body.name length 4', 'body.name type string'], { name: 'samp' }],
    [['body.tags includes "red"', 'body.tags includes "blue"'], undefined],
    [['body.name startsWith "A"', 'body.name endsWith "z"', 'body.name contains "mid"'], { name: 'Amidz' }],
    [['body.id matches /^[0-9a-f]{8}-[0-9a-f]{4}$/'], undefined],
    [['body.at matches /^\\d{4}-\\d{2}-\\d{2}T(?:\\d{2}:){2}\\d{2}(?:\\.\\d+)?Z$/'], undefined],
    [['body.word matches /^(?=.*\\d)(?!x)[A-Za-z0-9-]{8,}$/'], undefined],
    [['body.colour in ["red", "blue"]', 'body.colour != "red"'], { colour: 'blue' }],
    [['body.errors isEmpty', 'body.rows !isEmpty'], undefined],
    [['body.gone notExists', 'body.id != 3', 'body.here exists'], { here: 'sample' }],
    [
      ['body type array', 'body length 2'],
      ['sample', 'sample'],
    ],
    [
      ['body[0].id == 1', 'body length 2', 'body each type object'],
      [{ id: 1 }, { id: 1 }],
    ],
    [['jsonpath $.owner.name == "Ada"', 'jsonpath $.rows[*].id exists'], undefined],
    [['body.a == null', 'body.b !type string', 'body.c length != 0'], undefined],
    [['body contains "ok"'], { status: 'ok' }],
    [['body.map contains "north"', 'body.map.south == 1'], { map: { south: 1, north: 'sample' } }],
  ])('%j', async (assertions, expected) => {
    const value = await body(...assertions);
    if (expected !== undefined) expect(value).toEqual(expected);
  });

  it('also as text', async () => {
    const { response, warnings } = await derived(['body contains "pong"', 'body startsWith "ping"']);
    expect(warnings).toEqual([]);
    expect(response).toMatchObject({ body: 'pingpong', contentType: 'text/plain; charset=utf-8' });
  });

  it('as far as that is possible', async () => {
    const { response, warnings } = await derived(['body.id > 5', 'body.id < 3', 'body.name == "Ada"']);
    expect(JSON.parse(response.body)).toMatchObject({ name: 'Ada' });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^depot\.http:\d+: the mock response of read does not pass `body\.id [<>] \d`/,
      ) as string,
    ]);
  });
});

describe('status and headers', () => {
  it('are those of the assertions', async () => {
    const { response, warnings } = await derived([
      'status == 999',
      'status == 201',
      'header X-Depot == north',
      'header Content-Type == "application/vnd.crate+json"',
      'header Connection == close',
      'header Content-Length == 3',
      'header Date == x',
    ]);
    expect(response).toMatchObject({
      status: 201,
      headers: [
        ['X-Depot', 'north'],
        ['Content-Type', 'application/vnd.crate+json'],
      ],
      contentType: 'application/vnd.crate+json',
    });
    expect(warnings).toHaveLength(4);
  });

  it('are made up where assertions only describe them', async () => {
    const { response, warnings } = await derived([
      'status in [202, 206]',
      'header X-Request-Id exists',
      'header Location startsWith "/crates/"',
      'header Content-Type contains json',
      'header X-None notExists',
      'cookie sid length 8',
      'header Date exists',
    ]);
    expect(warnings).toEqual([]);
    expect(response.status).toBe(202);
    expect(response.headers.map(([name]) => name)).toEqual([
      'Content-Type',
      'X-Request-Id',
      'Location',
      'Set-Cookie',
    ]);
  });

  it('take a duration for the delay', async () => {
    expect((await derived(['duration < 500'], { delay: 400 })).warnings).toEqual([]);
    expect((await derived(['duration < 500'], { delay: 600 })).warnings).toHaveLength(1);
  });
});

describe('conditions and strict operators', () => {
  it.each([
    [['status == 201', 'body.id === 7 when status == 201', 'body.id === 8 unless status == 201'], { id: 7 }],
    [['body.id === "7"', 'body.gone absent', 'body.kept !absent'], { id: '7', kept: 'sample' }],
    [['body.token truthy', 'body.none !truthy'], { token: 'sample' }],
    [['body.rows each .id > 4', 'body.rows each .name !absent'], { rows: [{ id: 5, name: 'sample' }] }],
    [['body.a == 1', 'body.b == {{response.body.a}}'], { a: 1, b: 'sample' }],
  ])('%j', async (assertions, expected) => {
    const { response } = await derived(assertions);
    expect(JSON.parse(response.body)).toEqual(expected);
  });

  it('decide which headers are sent', async () => {
    const { response, warnings } = await derived(['header X-Id === "a"', 'header X-Gone absent']);
    expect(response.headers).toContainEqual(['X-Id', 'a']);
    expect(response.headers.map(([name]) => name)).not.toContain('X-Gone');
    expect(warnings).toEqual([]);
  });
});
