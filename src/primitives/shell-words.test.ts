import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShellLines } from './shell-words.js';

const isOneCommand = (text: string): boolean => {
  const [line, ...others] = readShellLines(text);
  return others.length === 0 && line?.problem === undefined;
};

const words = (text: string): readonly string[] => readShellLines(text)[0]?.words ?? [];

describe('readShellLines', () => {
  it.each([
    ["a 'b c'  d", ['a', 'b c', 'd']],
    ['"a b"c\'d\'e', ['a bcde']],
    [`"a\\"b\\\\c\\$d\\\`e\\f"`, ['a"b\\c$d`e\\f']],
    ["''", ['']],
    ['a "" b', ['a', '', 'b']],
    ['a\\ b \\# c', ['a b', '#', 'c']],
    ['a # comment', ['a']],
    ['a#b', ['a#b']],
    ['a \\\n  b', ['a', 'b']],
    ['a \\\r\n  b', ['a', 'b']],
    ['"a\\\nb"', ['ab']],
    ["'a\\\nb'", ['a\\\nb']],
    ['a\\', ['a']],
    [`$'a\\n\\t\\'\\"\\\\\\x41\\101\\u00e9\\U0001f600'`, ['a\n\t\'"\\AA\u00e9\u{1f600}']],
    [`$'\\xc3\\xa9x'`, ['éx']],
    ['$"a b"', ['a b']],
    ['a$ $. $', ['a$', '$.', '$']],
  ])('cuts %j', (text, expected) => {
    expect(readShellLines(text)).toEqual([{ words: expected, line: 1, notes: [] }]);
  });

  it.each([
    ['a $HOME/x', ['a', '$HOME/x'], ['$HOME']],
    ['"${A:-b c}d"', ['${A:-b c}d'], ['${A:-b c}']],
    [
      `x "$(cat ")" 'it)' | tr ')' x)" y`,
      ['x', `$(cat ")" 'it)' | tr ')' x)`, 'y'],
      [`$(cat ")" 'it)' | tr ')' x)`],
    ],
    ['a `b c`d', ['a', '`b c`d'], ['`b c`']],
    ["'$HOME'", ['$HOME'], []],
  ])('keeps expansions of %j as text', (text, expected, expansions) => {
    const [line] = readShellLines(text);
    expect(line?.words).toEqual(expected);
    expect(line?.notes.map((note) => note.text)).toEqual(expansions);
  });

  it.each([
    ['a | b "c\nd"', '|'],
    ['a; b', ';'],
    ['a && b', '&&'],
    ['a > b', '>'],
    ['a 2>&1', '>&'],
    ['a <<< $x', '<<<'],
    ['a << "EOF" | x\nb c\nEOF', '<<'],
    ['a <<-E\n\tb\n\tE', '<<-'],
  ])('ends a command at the operator of %j', (text, operator) => {
    expect(readShellLines(text)).toEqual([
      { words: ['a'], line: 1, notes: [{ kind: 'operator', text: operator }] },
    ]);
  });

  it('gives every command with its line', () => {
    const text = "# first\n\na \\\n b\n  # c\n'd\ne' f | g\nh";
    expect(readShellLines(text).map(({ words, line }) => [line, ...words])).toEqual([
      [3, 'a', 'b'],
      [6, 'd\ne', 'f'],
      [8, 'h'],
    ]);
  });

  it.each(["a 'b", 'a "b', "a $'b", 'a `b', 'a $(b', 'a "${b"'])('names what is not closed in %j', (text) => {
    expect(readShellLines(text)[0]?.problem).toMatch(/is not closed$/);
  });

  it('reports bytes that are no text', () => {
    expect(readShellLines(`a $'\\xff'`)[0]).toMatchObject({
      words: ['a', '\ufffd'],
      notes: [{ kind: 'bytes' }],
    });
  });

  it('cuts as the real shell does', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ' ',
        '  ',
        '\t',
        "'",
        '"',
        '\\',
        '\\\n',
        '\n',
        '#',
        'a',
        'é',
        "''",
        '""',
        "'\\''",
        '"\\""',
      ),
      fc.stringMatching(/^[A-Z0-9@:%+,-]{1,4}$/),
    );
    const texts = fc.sample(
      fc
        .array(piece, { maxLength: 12 })
        .map((pieces) => pieces.join(''))
        .filter((text) => !text.endsWith('\\') && isOneCommand(`x ${text}`)),
      { numRuns: 200 },
    );
    // One shell for all: every text gives one line of its words in brackets.
    const script = texts.map((text) => `show ${text}\nend`).join('\n');
    const shell = spawnSync(
      '/bin/sh',
      ['-c', `show() { printf '[%s]' "$@"; }\nend() { printf '\\001'; }\n${script}`],
      { encoding: 'utf8', env: {} },
    );
    const shown = shell.stdout.split('\x01').slice(0, -1);
    expect(shown).toHaveLength(texts.length);
    texts.forEach((text, i) => {
      const [, ...expected] = words(`show ${text}`);
      const first = expected.length === 0 ? '[]' : expected.map((word) => `[${word}]`).join('');
      expect(shown[i], JSON.stringify(text)).toBe(first);
    });
  });

  it('takes time in proportion to the text', () => {
    for (const piece of ['$(', '${', '"', "$'", '`a', '\\\n', 'a ', '<', "'", '$((']) {
      expect(readShellLines(piece.repeat(200_000)).length).toBeGreaterThanOrEqual(0);
    }
  });
});
