import { describe, expect, it } from 'vitest';
import { firstDifference, textWindow, textWindows } from './text-window.js';

describe('two texts beside each other', () => {
  it('are whole when both are short', () => {
    expect(textWindows('a"b', 'c', 10)).toEqual({ expected: '"a\\"b"', actual: '"c"', position: undefined });
  });

  it('are shown around their first difference when one is long, with dots where they are cut', () => {
    const same = 'x'.repeat(60);
    expect(textWindows(`${same}one${same}`, `${same}two`, 20)).toEqual({
      expected: `..."${'x'.repeat(8)}one${'x'.repeat(9)}"...`,
      actual: `..."${'x'.repeat(8)}two"`,
      position: 61,
    });
  });

  it('begin with their start when the difference is near it', () => {
    const { expected, actual } = textWindows(`ab${'x'.repeat(30)}`, 'ac', 20);
    expect([expected, actual]).toEqual([`"ab${'x'.repeat(18)}"...`, '"ac"']);
  });
});

it('never cuts a character that takes two units', () => {
  expect(firstDifference('a😀', 'a😁')).toBe(1);
  expect(textWindow('😀'.repeat(20), 21, 10)).toBe('..."😀😀😀😀😀"...');
});
