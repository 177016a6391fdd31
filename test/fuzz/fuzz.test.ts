import { describe, expect, it } from 'vitest';
import { allTargets } from './all-targets.js';
import { keptCases } from './corpus-files.js';
import { minimized } from './minimize.js';
import { Random } from './random.js';
import { caseInput, faultOf } from './run-case.js';
import { must, type Target } from './target.js';

/** A short form of `npm run fuzz`: always the same inputs. */
const SEED = 20_261_116;
const CASES = 20;

describe.each(allTargets)('$name', (target) => {
  it('keeps its rules for inputs of a fixed seed', async () => {
    for (let number = 0; number < CASES; number += 1) {
      const input = caseInput(target, SEED, number);
      const fault = await faultOf(target, input);
      expect(fault, `case ${number}: ${JSON.stringify(input.slice(0, 500))}`).toBeUndefined();
    }
  });
});

describe('an input that once broke a rule', () => {
  const kept = keptCases();

  it.each(kept)('$path breaks none now', async ({ target: name, input }) => {
    const target = allTargets.find((each) => each.name === name);
    expect(target, 'the target is still there').toBeDefined();
    if (target) expect(await faultOf(target, input)).toBeUndefined();
  });
});

describe('the fuzzer itself', () => {
  const picky: Target = {
    name: 'picky',
    seeds: ['good'],
    words: ['bad'],
    run: (input) => must(!input.includes('bad'), 'nothing is bad', input),
  };

  it('finds what breaks a rule, and makes it short', async () => {
    const inputs = Array.from({ length: 200 }, (_, number) => caseInput(picky, 1, number));
    expect(Array.from({ length: 200 }, (_, number) => caseInput(picky, 1, number))).toEqual(inputs);
    const faults = await Promise.all(inputs.map((input) => faultOf(picky, input)));
    const at = faults.findIndex((fault) => fault !== undefined);
    expect(faults[at]).toContain('nothing is bad');
    const isBroken = async (input: string): Promise<boolean> => (await faultOf(picky, input)) !== undefined;
    expect(await minimized(inputs[at] ?? '', isBroken, 5000)).toBe('bad');
  });

  it('notices errors that were not declared, slow cases and changed prototypes', async () => {
    const run = (work: () => void): Target => ({ ...picky, run: work });
    const throws = run(() => {
      throw new TypeError('no such thing');
    });
    expect(await faultOf(throws, '')).toContain('TypeError: no such thing');
    const pollutes = run(() => void Object.assign(Object.prototype, { polluted: 1 }));
    expect(await faultOf(pollutes, '')).toBe('a prototype was changed');
    expect('polluted' in {}).toBe(false);
    expect(
      await faultOf(
        run(() => undefined),
        '',
        -1,
      ),
    ).toBe('it takes longer than -1 ms');
  });

  it('draws the same numbers on every machine', () => {
    const random = new Random(7);
    expect(Array.from({ length: 5 }, () => random.below(1000))).toEqual([11, 61, 976, 699, 521]);
  });
});
