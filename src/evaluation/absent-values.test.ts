import { describe, expect, it } from 'vitest';
import { checkLine, responseView } from '../../test/support/runs/evaluation.js';

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
