import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { withMutant, withNotes, type Mutant } from '../../scripts/tests/mutants.mjs';
import { temporaryWorkspace } from '../support/files/workspace.js';

function mutantOf(text: string, before: string, after: string, id = 1): Mutant {
  const start = text.indexOf(before);
  return { id, file: 'src/a.ts', line: 1, start, end: start + before.length, before, after };
}

/** What a source gives with notes at these places, and the numbers of those that were reached. */
async function reachedIn(
  text: string,
  places: readonly string[],
  globals: object,
): Promise<{ result: unknown; reached: readonly string[] }> {
  const path = join(await temporaryWorkspace({ 'reached.txt': '' }), 'reached.txt');
  const mutants = places.map((place, at) => mutantOf(text, place, '', at + 1));
  const result: unknown = runInNewContext(withNotes(text, mutants, path), { ...globals });
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return { result, reached: [...new Set(lines.map((line) => line.replace(/ \d+$/, '')))] };
}

describe('a source with notes', () => {
  it('does the same as before and notes which places are reached', async () => {
    const text = 'let n = 0; while (n < 3) n += 1; n > 9 ? n * 2 : n + 4';
    expect(await reachedIn(text, ['n < 3', 'n * 2', 'n + 4'], { process })).toEqual({
      result: 7,
      reached: ['1', '3'],
    });
  });

  it.each([
    ['a parameter', '((process) => process.size + 1)({ size: 4 })', 'process.size + 1'],
    [
      'a constant that the place gives its value',
      '(() => { const process = 4 + 1; return process; })()',
      '4 + 1',
    ],
    ['a variable without a value', '((process) => process ?? 4 + 1)(undefined)', '4 + 1'],
  ])('notes also where something else is called process: %s', async (_what, text, place) => {
    expect(await reachedIn(text, [place], { process })).toEqual({ result: 5, reached: ['1'] });
  });

  it('does the same as before where there is no process, as in a browser', async () => {
    expect(await reachedIn('4 + 1', ['4 + 1'], {})).toEqual({ result: 5, reached: [] });
  });
});

it('a mutant replaces its place only', () => {
  const text = 'a < b && b < c';
  expect(withMutant(text, mutantOf(text, 'b < c', '(b <= c)'))).toBe('a < b && (b <= c)');
});
