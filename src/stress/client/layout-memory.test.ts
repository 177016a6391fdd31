import { describe, expect, it } from 'vitest';
import { assertionOf, responseView, testScope } from '../../../test/support/runs/evaluation.js';
import { resolveAssertion } from '../../evaluation/check-assertion.js';
import type { AssertionContext } from '../../evaluation/comparison.js';
import { DEFAULT_LIMITS } from '../../evaluation/bounded/limits.js';
import { createLayoutMemory, type LayoutMemory } from './layout-memory.js';

const CONTEXT: AssertionContext = {
  schema: () => Promise.reject(new Error('no schema')),
  snapshot: {
    storing: 'never',
    redact: (value) => value,
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
  },
};

function memoryFor(...lines: readonly string[]): LayoutMemory | undefined {
  const assertions = lines.map((line) => resolveAssertion(assertionOf(`expect ${line}`), testScope()));
  const positions = [...assertions.keys()];
  return createLayoutMemory({ assertions, positions, context: CONTEXT, limits: DEFAULT_LIMITS });
}

const partsOf = (text: string) => ({ status: 200, head: '', body: Buffer.from(text) });

/** What is known of each body, where one that is not known is added. */
function found(memory: LayoutMemory | undefined, bodies: readonly string[], type?: string): unknown[] {
  return bodies.map((body) => {
    const failedAt = memory?.find(partsOf(body));
    if (failedAt === undefined)
      memory?.add(partsOf(body), responseView(body, type === undefined ? {} : { type }));
    return failedAt;
  });
}

describe('LayoutMemory', () => {
  it('knows the verdict of bodies that differ in strings, numbers and words only', () => {
    const memory = memoryFor('body.id == 7', 'body.list[1].name == "a\\"ü"', 'body.count > 1');
    const body = (id: string, name: string, count: string, other: string): string =>
      `{"other":${other},"id":${id},"list":[1,{"name":${name}}],"count":${count}}`;
    const bodies = [
      body('7', '"a\\"ü"', '2', '"1"'),
      body('7', '"a\\"ü"', '2', '"longer than before"'),
      body('8', '"a\\"ü"', '2', 'null'),
      body('"7"', '"a\\u0022\\u00fc"', '2.5', '-17.25'),
      body('7', '"b"', '1', '"\\u0000"'),
      body('7', '"a\\"ü"', '1', 'false'),
    ];
    expect(found(memory, bodies)).toEqual([undefined, 3, 0, 3, 1, 2]);
  });

  it('knows values in lists and objects, lengths and what is missing', () => {
    const memory = memoryFor(
      'body.list == [1, 2]',
      'body.list[-1] == 2',
      'body.text.length == 3',
      'body.list.length == 2',
      'body.list length 2',
      'body.missing !exists',
    );
    const bodies = [
      '{"n":10,"list":[1,2],"text":"abc"}',
      '{"n":9,"list":[1,2],"text":"xyz"}',
      '{"n":9,"list":[10,2],"text":"xyz"}',
      '{"n":10000,"list":[1,2],"text":"four"}',
    ];
    expect(found(memory, bodies)).toEqual([undefined, 6, 0, 2]);
  });

  it('takes the last of equal keys, however they are written', () => {
    const memory = memoryFor('body.id == 7');
    const bodies = [
      '{"id":7,"\\u0069d":8,"n":1}',
      '{"id":9,"\\u0069d":8,"n":2}',
      '{"id":9,"\\u0069d":7,"n":2}',
    ];
    expect(found(memory, bodies)).toEqual([undefined, 0, 1]);
  });

  it.each([
    ['is cut off', '{"id":7,"n":2'],
    ['has something behind it', '{"id":7,"n":2}}'],
    ['has a list where a number was', '{"id":7,"n":[]}'],
    ['has other blanks', '{"id":7, "n":2}'],
    ['has another key', '{"id":7,"m":2}'],
    ['has one more key', '{"id":7,"n":2,"n":3}'],
    ['has a number with an exponent', '{"id":7,"n":1e3}'],
    ['has a number of many digits', '{"id":7,"n":1234567890123456}'],
    ['has a number with a zero in front', '{"id":7,"n":01}'],
    ['has a control character', '{"id":7,"n":"\t"}'],
    ['has an unknown escape', '{"id":7,"n":"\\x"}'],
    ['has an incomplete word', '{"id":7,"n":tru}'],
  ])('does not know a body that %s', (_case, body) => {
    const memory = memoryFor('body.id == 7');
    expect(found(memory, ['{"id":7,"n":1}', '{"id":7,"n":2}', body])).toEqual([undefined, 1, undefined]);
  });

  it('knows a few layouts at the same time', () => {
    const memory = memoryFor('body.id == 7');
    const bodies = ['{"id":7,"n":1}', '[1]', '{"error":1}', '{"error":2}', '[2]', '{"id":7,"n":2}'];
    expect(found(memory, bodies)).toEqual([undefined, undefined, undefined, 0, 0, 1]);
  });

  it.each([
    ['head', { head: 'x-state: b' }],
    ['status', { status: 201 }],
  ])('does not know a body with another %s', (_case, other) => {
    const memory = memoryFor('body.id == 7', 'status == 200');
    found(memory, ['{"id":7,"n":1}']);
    expect(memory?.find(partsOf('{"id":7,"n":2}'))).toBe(2);
    expect(memory?.find({ ...partsOf('{"id":7,"n":2}'), ...other })).toBeUndefined();
  });

  it.each(['text/plain; charset=utf-16le', 'application/json; charset=iso-8859-1'])(
    'remembers no body of %s',
    (type) => {
      const memory = memoryFor('body.id == 7');
      expect(found(memory, ['{"id":7,"n":1}', '{"id":7,"n":2}'], type)).toEqual([undefined, undefined]);
    },
  );

  it.each(['', '7', '"text"', 'no JSON', '\uFEFF{"id":7}'])('remembers nothing of the body %j', (body) => {
    const memory = memoryFor('body.id == 7');
    expect(found(memory, [body, body])).toEqual([undefined, undefined]);
  });

  it('is not made for assertions that look at more than single values', () => {
    const others = [
      'body == 7',
      'body.list[*].id == 7',
      'jsonpath $.id == 7',
      'size > 1',
      'body.a schema x.json',
    ];
    expect(others.map((line) => memoryFor('body.id == 7', line))).toEqual(others.map(() => undefined));
    expect(memoryFor('status 200')).toBeUndefined();
  });

  it('stops where an assertion has to be waited for', () => {
    const memory = memoryFor('body.name matches /^(a|a)*(?=b)/');
    const bodies = ['a', 'b', 'c'].map((name) => `{"name":"${name.repeat(5000)}"}`);
    expect(found(memory, bodies)).toEqual([undefined, undefined, undefined]);
  });
});
