import { describe, expect, it } from 'vitest';
import { checkLine, responseView } from '../../test/support/runs/evaluation.js';
import type { SnapshotAccess } from './operators/operator.js';

describe('an absent value', () => {
  it.each([
    ['expect body.grandTotl == 1', ' (near names: grandTotal)'],
    ['expect body.order.lines.sku == 1', ' (the value before "sku" is a list with 2 items)'],
    ['expect body.order.lines[2].sku == 1', ' (the list has 2 items)'],
    ['expect body.note.text == 1', ' (the value before "text" is null)'],
    ['expect body.order.nothing == 1', ''],
    ['expect header X-Reqest-Id == 1', ' (near names: X-Request-Id)'],
  ])('tells why there is no value: %s', async (line, reason) => {
    const view = responseView('{"grandTotal":5,"order":{"lines":[1,2]},"note":null}', {
      headers: [['X-Request-Id', 'r']],
    });
    const { message } = await checkLine(line, view);
    expect(message.slice(message.indexOf('there is no value'))).toBe(`there is no value${reason}`);
  });

  it('distinguishes an absent value from null', async () => {
    const view = responseView('{"a":null}');
    expect(await checkLine('expect body.b == "null"', view)).toMatchObject({ actual: null, absent: true });
    const present = await checkLine('expect body.a == "null"', view);
    expect(present.actual).toBeNull();
    expect(present).not.toHaveProperty('absent');
    expect(await checkLine('expect body.b !exists', view)).not.toHaveProperty('absent');
  });
});

it('names the element that decided', async () => {
  const view = responseView('{"l":["a","b",3]}');
  expect(await checkLine('expect body.l each type string', view)).toMatchObject({ passed: false, index: 2 });
  expect(await checkLine('expect body.l each exists', view)).not.toHaveProperty('index');
});

it('keeps the stored snapshot of a value that differs from it', async () => {
  const snapshot: SnapshotAccess = {
    storing: 'new',
    redact: (value) => value,
    read: async () => ({ b: 1 }),
    write: async () => undefined,
  };
  const check = (body: string): ReturnType<typeof checkLine> =>
    checkLine('expect body snapshot', responseView(body), { snapshot });
  expect(await check('{"b":2}')).toMatchObject({ passed: false, stored: { b: 1 } });
  expect(await check('{"b":1}')).not.toHaveProperty('stored');
});
