import { describe, expect, it } from 'vitest';
import { chosenLines, firstChoice, mergedText, mergeTexts, type MergePart } from './merge-texts.js';

const kinds = (parts: readonly MergePart[]): string[] => parts.map(({ kind }) => kind);

const BASE = 'one\ntwo\nthree\nfour\nfive\n';

describe('two versions of a text', () => {
  it('take the change of one side, and keep mine where both have changed', () => {
    const theirs = 'ONE\ntwo\nthree\nfour!\nfive\n';
    const mine = 'one\ntwo\n2.5\nthree\nfour?\nfive\n';
    const parts = mergeTexts(BASE, theirs, mine);
    expect(kinds(parts)).toEqual(['theirs', 'same', 'mine', 'same', 'both', 'same']);
    expect(mergedText(parts).text).toBe('ONE\ntwo\n2.5\nthree\nfour?\nfive\n');
    expect(parts[4]).toMatchObject({ theirs: ['four!'], mine: ['four?'], theirsLine: 4, mineLine: 5 });
  });

  it.each([
    ['nothing changed', BASE, BASE],
    ['the same change', 'one\n', 'one\n'],
    ['everything removed', '', BASE],
    ['everything new', 'a\nb', 'c'],
    ['no line break at the end', 'one\ntwo', 'one\ntwo\nthree'],
    ['carriage returns', 'one\r\ntwo\r\n', 'one\r\n2\r\n'],
    ['empty', '', ''],
  ])('keep every line of both: %s', (_name, theirs, mine) => {
    const parts = mergeTexts(BASE, theirs, mine);
    expect(parts.flatMap((part) => part.theirs).join('\n')).toBe(theirs);
    expect(parts.flatMap((part) => part.mine).join('\n')).toBe(mine);
    const taken = parts.flatMap((part) => chosenLines(part, firstChoice(part))).join('\n');
    expect(mergedText(parts).text).toBe(taken);
  });

  it('name the range of each part in the result', () => {
    const parts = mergeTexts(BASE, 'one\nTWO\nthree\nfour\nfive\n', 'one\ntwo!\nthree\nfour\nfive\n');
    const { text, ranges } = mergedText(parts);
    const [first, second] = [ranges[0], ranges[1]];
    expect(kinds(parts)).toEqual(['same', 'both', 'same']);
    expect(text.slice(first?.from, first?.to)).toBe('one\n');
    expect(text.slice(second?.from, second?.to)).toBe('two!\n');
    expect(ranges.at(-1)?.to).toBe(text.length);
  });

  it('take both texts, theirs first', () => {
    const [part] = mergeTexts('a', 'b', 'c');
    expect(part && chosenLines(part, 'bothTexts')).toEqual(['b', 'c']);
  });

  it('are one difference when they are too long to be compared', () => {
    const text = (word: string): string =>
      Array.from({ length: 2500 }, (_, at) => `${word} ${at}`).join('\n');
    const parts = mergeTexts(text('a'), text('b'), text('c'));
    expect(kinds(parts)).toEqual(['both']);
    expect(parts[0]?.theirs).toHaveLength(2500);
  });
});
