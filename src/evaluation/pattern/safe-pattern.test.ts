import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../bounded/limits.js';
import { analysePattern } from './analyse-pattern.js';
import {
  compilePattern,
  firstGroup,
  isQuick,
  loadLinearEngine,
  testPattern,
  testPatternNow,
} from './safe-pattern.js';

/** Texts in which the engines' ideas of letters, blanks and line ends come apart. */
const TEXTS = [
  '',
  'abc',
  'ABC 123_x',
  'é😀ω',
  'line1\nline2',
  'a\r\nb',
  'x\u2028y',
  '\u00a0\ufeff\u3000',
  'kKs\u212a\u017f',
  'foo.bar@example.com',
  '{"id": 42, "name": "x"}',
  '\u0085\u0000\u001f',
];

const PATTERNS: readonly (readonly [string, string])[] = [
  ['^a.c$', ''],
  ['^a.b$', 's'],
  ['^\\w+\\s\\d{3}', 'i'],
  ['\\s', ''],
  ['\\S+', ''],
  ['^\\s+$', ''],
  ['\\W', ''],
  ['\\D\\d', ''],
  ['[^\\s\\d]+$', ''],
  ['\\bfoo\\b', ''],
  ['k', 'i'],
  ['[a-z]+$', 'i'],
  ['^line2$', 'm'],
  ['^b$', 'm'],
  ['\\p{L}{2}', ''],
  ['\\P{L}', ''],
  ['\\p{Script=Greek}', ''],
  ['\\u{1F600}', ''],
  ['\\uD83D\\uDE00', ''],
  ['[😀é]', ''],
  ['"id":\\s*(\\d+)', ''],
  ['(?<user>[\\w.]+)@([\\w.]+)', ''],
  ['(?:a|ab)(?:c|bcd)?', ''],
  ['a*?b', ''],
  ['[]', ''],
  ['[^]', ''],
  ['[\\b\\-\\]\\\\^]', ''],
  ['[a-c-e]', ''],
  ['\\cJ|\\x41|\\0|\\t', ''],
  ['(?=abc)a', ''],
  ['(?<!a)b', ''],
  ['(.)\\1', ''],
  ['(?<q>.)\\k<q>', ''],
  ['\\/\\.\\*', ''],
  ['x{2,}|1{1,3}', ''],
  ['.', ''],
  ['\\p{Emoji}', ''],
];

describe('the same results as ECMAScript', () => {
  it.each(PATTERNS)('/%s/%s', async (source, flags) => {
    await loadLinearEngine();
    const pattern = compilePattern(source, flags);
    for (const text of TEXTS) {
      const native = new RegExp(source, `${flags}u`).exec(text);
      expect(await testPattern(pattern, text), text).toBe(native !== null);
      expect(await firstGroup(pattern, text), text).toBe(
        native === null ? undefined : native[native.length > 1 ? 1 : 0],
      );
      // Long enough that the built-in engine is not trusted with it.
      const long = text + '\0'.repeat(5000);
      const later = testPatternNow(pattern, long);
      if (later !== undefined) expect(later, text).toBe(new RegExp(source, `${flags}u`).test(long));
    }
  });

  it('refuses what is no pattern', () => {
    for (const source of ['(', '[z-a]', '\\-', 'a{2,1}', '(?<n>a)(?<n>b)', '\\u{110000}']) {
      expect(() => compilePattern(source, ''), source).toThrow(SyntaxError);
    }
  });
});

describe('which engine', () => {
  const analyse = (
    source: string,
    flags: Partial<Parameters<typeof analysePattern>[1]> = {},
  ): ReturnType<typeof analysePattern> =>
    analysePattern(source, { ignoreCase: false, multiline: false, dotAll: false, ...flags });

  it('counts the ways to try', () => {
    expect(analyse('abc')).toMatchObject({ choices: 1, unbounded: 0, anchored: false });
    expect(analyse('^a*b+[cd]?(?:x|y|z)\\d{2,4}')).toMatchObject({
      choices: 18,
      unbounded: 2,
      anchored: false,
    });
    expect(analyse('^a*b')).toMatchObject({ choices: 1, unbounded: 1, anchored: true });
    expect(analyse('^a|b')).toMatchObject({ choices: 2, anchored: false });
    expect(analyse('^a', { multiline: true })).toMatchObject({ anchored: false, plainLinesOnly: true });
    for (const source of ['(a+)+', '(a|b)*', '(?:a?){20}', '((a)|b)+', '(?:(?=a*)b)*'])
      expect(analyse(source), source).toMatchObject({ choices: Infinity });
    expect(analyse('(?:abc)*')).toMatchObject({ choices: 1, unbounded: 1, repeatsGroup: true });
  });

  it('knows what the linear engine cannot express', () => {
    for (const source of [
      '(?=a)',
      '(?!a)',
      '(?<=a)',
      '(?<!a)',
      '(a)\\1',
      '(?<n>a)\\k<n>',
      '\\p{Emoji}',
      'a{1001}',
      '\\ud800',
    ])
      expect(analyse(source).linear, source).toBeUndefined();
    expect(analyse('\\b', { ignoreCase: true }).linear).toBeUndefined();
    expect(analyse('(?<name>a)|[^b]').linear).toBe('(\\x{61})|[^\\x{62}]');
  });

  it('runs only what provably ends soon in the built-in engine', () => {
    expect(isQuick(compilePattern('^[a-z]+$', ''), 'a'.repeat(100_000))).toBe(true);
    expect(isQuick(compilePattern('[a-z]+$', ''), 'a'.repeat(1000))).toBe(true);
    expect(isQuick(compilePattern('[a-z]+$', ''), 'a'.repeat(100_000))).toBe(false);
    expect(isQuick(compilePattern('(a+)+$', ''), 'a')).toBe(false);
    expect(isQuick(compilePattern('a?'.repeat(40), ''), 'a')).toBe(false);
  });
});

describe('hostile patterns', () => {
  // Backtracking would take longer than the universe is old: that it ends at all is the point.
  it('end in the linear engine', async () => {
    const text = `${'a'.repeat(20_000)}!`;
    // The built-in engine would not end within this limit either, however fast the machine is.
    const limits = { ...DEFAULT_LIMITS, patternMs: 15_000 };
    for (const source of ['(a+)+$', '(a|a)*\\?', '(a|aa)+$', '([a-z]+)*\\?', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
      expect(await testPattern(compilePattern(source, ''), text, limits), source).toBe(false);
    }
  }, 90_000);
});
