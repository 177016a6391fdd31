import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from './json.js';
import { isHeavy, jsonInSteps } from './json-in-steps.js';

const decoder = new TextDecoder();

async function written(value: unknown): Promise<string> {
  return decoder.decode(await jsonInSteps(value));
}

describe('jsonInSteps', () => {
  it('writes what is written at once', async () => {
    const numbers = Array.from({ length: 5000 }, (_, i) => i);
    const values: unknown[] = [
      numbers,
      { a: numbers, b: undefined, c: { d: [numbers, 'x', numbers, [], {}] } },
      [numbers, undefined, ...numbers, 12345678901234567890n, numbers],
      { text: 'ä\u2028"'.repeat(400_000), '"key"': numbers.map((each) => ({ each, list: [each] })) },
      [],
      'text',
    ];
    for (const value of values) expect(await written(value)).toBe(toJson(value));
  });

  it('does so for anything', async () => {
    const heavy = fc
      .array(fc.jsonValue(), { maxLength: 20 })
      .map((list) => Array.from({ length: 300 }, () => list));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), heavy), async (value) => {
        expect(await written([value, { value }])).toBe(toJson([value, { value }]));
      }),
      { numRuns: 30 },
    );
  });

  it('lets others have their turn', async () => {
    const list = Array.from({ length: 300_000 }, (_, id) => ({ id, name: `n${id}` }));
    expect(isHeavy(list)).toBe(true);
    expect(isHeavy(list.slice(0, 10_000))).toBe(false);
    let turns = 0;
    const count = setInterval(() => (turns += 1), 0);
    await jsonInSteps(list);
    clearInterval(count);
    expect(turns).toBeGreaterThan(2);
  });
});
