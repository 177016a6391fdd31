import { describe, expect, it } from 'vitest';
import { escapeCommands } from './workflow-commands.js';

/** As the runner of GitHub reads a line: the older form is looked for anywhere in it. */
function isCommand(line: string): boolean {
  return /^\s*::.*?::/u.test(line) || /##\[[^\]]+\]/.test(line);
}

const LINES = [
  '::error::x',
  '::add-mask::y',
  ' \t ::set-output name=a::b',
  '\u00a0\u3000::stop-commands::z',
  '##[error]x',
  'text ##[add-mask]x and ##[error]',
  '###[warning]y',
  ':::error::x',
];

describe('lines of others', () => {
  it.each(LINES)('%j is no command', (line) => {
    expect(isCommand(line)).toBe(true);
    for (const text of [line, `a\n${line}\nb`, `a\r\n${line}`]) {
      for (const notation of ['text', 'json', 'xml'] as const) {
        const lines = escapeCommands(text, notation).split(/\r?\n/);
        expect(lines.filter(isCommand)).toEqual([]);
      }
      expect(escapeCommands(text, 'commands')).toBe(text);
    }
  });

  it('are readable', () => {
    expect(escapeCommands('  ::error::x', 'text')).toBe('  \\u003a:error::x');
    expect(escapeCommands('a ##[error]', 'text')).toBe('a \\u0023#[error]');
  });

  it.each(['a::b', 'std::vector<int>', '# [x]', '#[x]', 'a: b', '', '  : :'])('%j stays', (line) => {
    expect(escapeCommands(line, 'text')).toBe(line);
  });

  it('mean the same in JSON', () => {
    const value = { a: 'x ##[error]y ##[b]', b: ['::error::'] };
    const text = escapeCommands(JSON.stringify(value, null, 2), 'json');
    expect(text).not.toContain('##[');
    expect(JSON.parse(text)).toEqual(value);
  });
});
