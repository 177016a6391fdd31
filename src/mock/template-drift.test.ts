import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { routesOf } from '../../test/support/runs/mock-routes.js';

interface Block {
  readonly assertions: readonly string[];
  readonly response: string;
  readonly request?: string;
  readonly captures?: readonly string[];
}

/** The warnings about a template. */
async function warnings({
  assertions,
  response,
  request = '',
  captures = [],
}: Block): Promise<readonly string[]> {
  const [route] = await routesOf(dedent`
    ### add
    # @mock.template
    POST {{baseUrl}}/crates/{{crateId}}?page=2
    X-User: Ada
    ${request === '' ? '' : `\n${request}`}

    >>>
    ${assertions.map((line) => `expect ${line}`).join('\n')}
    <<<

    >>>capture
    ${captures.join('\n')}
    <<<

    >>>mock
    201 Created
    X-Page: {{request.query.page}}

    ${response}
    <<<
  `);
  return (route?.warnings ?? []).map((text) =>
    text.replace(/^depot\.http:\d+: the mock response of add /, ''),
  );
}

const ITEM = '{"item": {"id": 7, "tags": ["a"]}, "count": 2}';

describe('a template', () => {
  it('is checked with the request of its own file', async () => {
    expect(
      await warnings({
        request: ITEM,
        response:
          '{"item": {{request.body.item}}, "count": "{{request.body.count}}", "user": "{{request.header.X-User}}"}',
        assertions: [
          'body.item.id == 7',
          'body.item.tags includes "b"',
          'body.item.name exists',
          'body.count type number',
          'body.user == "Ada"',
          'body.user == "Bob"',
          'header X-Page == 2',
          'header X-Page == 3',
        ],
        captures: ['id from body.item.id', 'name from body.item.name'],
      }),
    ).toEqual([
      'does not pass `body.item.tags includes "b"`',
      'does not pass `body.item.name exists`',
      'does not pass `body.count type number`',
      'does not pass `body.user == "Bob"`',
      'does not pass `header X-Page == 3`',
      'has no value for the capture `name from body.item.name`',
    ]);
  });

  it.each([
    ['a body that is not known before the run', '{"id": "{{$uuid}}", "name": "{{gone}}"}'],
    ['a file', '< ./body.json'],
  ])('is not blamed for %s', async (_name, request) => {
    expect(
      await warnings({
        request,
        response: '{"all": {{request.body}}, "id": {{request.body.id}}}',
        assertions: [
          'body.id type number',
          'body.id == 8',
          'body.all.name == "x"',
          'body.all.tags length 2',
          'size < 10',
        ],
        captures: ['name from body.all.name'],
      }),
    ).toEqual([]);
  });

  it('is not blamed for headers and cookies that a run adds, nor for what functions make up', async () => {
    expect(
      await warnings({
        response:
          '{"agent": "{{request.header.User-Agent}}", "sid": {{request.cookie.sid}}, "id": "{{$uuid}}"}',
        assertions: [
          'body.agent contains "svc"',
          'body.sid type number',
          'body.id == "7"',
          'body.id matches /^[\\da-f-]{36}$/',
          'status == 200',
        ],
      }),
    ).toEqual(['does not pass `status == 200`']);
  });

  it('gives later requests what it captures', async () => {
    const [, second] = await routesOf(dedent`
      ### add
      # @mock.template
      POST {{baseUrl}}/crates

      {"name": "Nut"}

      >>>capture
      name from body.name
      <<<

      >>>mock
      {"name": {{request.body.name}}}
      <<<

      ### read
      # @mock.template
      GET {{baseUrl}}/crates/{{add.name}}

      >>>
      expect body.name == "{{add.name}}"
      <<<

      >>>mock
      {"name": "{{request.path.add.name}}"}
      <<<
    `);
    expect(second?.warnings).toEqual([]);
  });

  it('shows no value of a request in a warning', async () => {
    const found = await warnings({
      request: '{"token": "hunter2"}',
      response: '{"token": "{{request.body.token}}"}',
      assertions: ['body.token == "x"'],
    });
    expect(found).toEqual(['does not pass `body.token == "x"`']);
  });
});

describe('a block', () => {
  it('names placeholders that mean nothing, with their lines', async () => {
    const [route] = await routesOf(dedent`
      ### add
      # @mock.template
      POST {{baseUrl}}/crates

      >>>mock
      201 Created
      X-A: {{foo}}
      Content-Length: 4

      {
        "a": "{{request.body.a}}",
        "b": "{{bar}}"
      }
      <<<
    `);
    expect(route?.warnings.map((text) => text.slice(0, 70))).toEqual(
      [
        'depot.http:8: header Content-Length of the mock block is ignored: the s',
        'depot.http:7: `{{foo}}` in the mock block stays as it is: a template kno',
        'depot.http:12: `{{bar}}` in the mock block stays as it is: a template kn',
      ].map((text) => text.slice(0, 70)),
    );
  });

  it.each([
    ['{{request.body.a}}', 'application/json'],
    ['{{$uuid}}', 'text/plain; charset=utf-8'],
    ['{{$uuid}} {"a": 1}', 'text/plain; charset=utf-8'],
    ['{"a": {{request.body.a}}}', 'application/json'],
    ['<p>{{request.body.a}}</p>', 'text/html; charset=utf-8'],
  ])('without a type, %s is %s', async (body, type) => {
    const [route] = await routesOf(`# @mock.template\nPOST /x\n\n>>>mock\n201\n\n${body}\n<<<\n`);
    expect(route?.response).toMatchObject({ contentType: type, headers: [['Content-Type', type]] });
  });

  it('is a template with the option for all, and verbatim without both', async () => {
    const text = 'POST /x\n\n>>>mock\n201\n\n{"a": {{request.body.a}}}\n<<<\n';
    const [off] = await routesOf(text);
    const [on] = await routesOf(text, { template: true });
    expect([off?.behaviour, off?.response.isTemplate]).toEqual([undefined, undefined]);
    expect([on?.behaviour, on?.response.isTemplate]).toEqual([{ template: true }, true]);
    const [plain] = await routesOf('POST /x\n\n>>>mock\n201\n\n{"a": 1}\n<<<\n', { template: true });
    expect(plain?.behaviour).toBeUndefined();
  });
});
