import { describe, expect, it } from 'vitest';
import { durationProblem, durationText, parseDuration } from './duration.js';

describe('parseDuration', () => {
  it.each([
    ['0', 0],
    ['0ms', 0],
    ['250ms', 250],
    ['1.5s', 1500],
    ['2.3s', 2300],
    ['1m30s', 90_000],
    ['1h', 3_600_000],
    ['1h2m3s4ms', 3_723_004],
    ['0.5m', 30_000],
    ['30s1m', 90_000],
  ])('reads %s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    '',
    '30',
    '0.0',
    '-1s',
    '+1s',
    '1 s',
    ' 1s',
    '1s ',
    '.5s',
    '1.s',
    '1S',
    '1d',
    's',
    '1s2',
    '1e3s',
    '1,5s',
    '1m 30s',
    `${'9'.repeat(16)}s`,
  ])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
    expect(durationProblem(text)).toBeTypeOf('string');
  });

  it('stays finite and quick however long the text is', () => {
    const text = `${'9'.repeat(15)}h`.repeat(60_000);
    const milliseconds = parseDuration(text);
    expect(Number.isFinite(milliseconds)).toBe(true);
    expect(parseDuration(`${text}!`)).toBeUndefined();
  });
});

describe('durationProblem', () => {
  it('hints at the missing unit', () => {
    expect(durationProblem('30')).toBe('"30" has no unit; write 30ms, 30s, 30m or 30h');
  });

  it('gives examples otherwise, and nothing for good text', () => {
    expect(durationProblem('soon')).toBe('expected a duration such as 250ms, 1.5s or 1m30s');
    expect(durationProblem('1s')).toBeUndefined();
  });
});

describe('durationText', () => {
  it.each([
    [0, '0'],
    [250, '250ms'],
    [1500, '1s500ms'],
    [90_000, '1m30s'],
    [3_600_000, '1h'],
  ])('writes %i as %s, which reads as the same', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
    expect(parseDuration(text)).toBe(milliseconds);
  });
});
