import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { defineCommand, type CommandGroup } from '../command/command.js';
import { choiceFlag, textsFlag } from '../flags/flag.js';
import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import { completionPlaces } from './places.js';
import { powershellScript } from './powershell.js';
import { zshScript } from './zsh.js';

const curl = defineCommand({
  arguments: [
    { name: 'format', meaning: 'the format', words: ['short', 'long'], required: true },
    { name: 'file', meaning: 'the file', complete: { extensions: ['http'] } },
  ],
  flags: {
    env: textsFlag("the user's environment", { short: 'e', value: 'name', complete: 'environments' }),
    profile: textsFlag('the profile', { value: 'name', complete: 'profiles' }),
    output: choiceFlag('the form', ['console', 'json'], { short: 'o', value: 'form' }),
  },
  examples: [],
  exitCodes: [],
  run: async () => 0 as const,
});
const ROOT: CommandGroup = {
  name: 'svc',
  summary: 'Sample.',
  examples: [],
  commands: [
    {
      name: 'export',
      summary: "Writes: other people's forms.",
      examples: [],
      commands: [{ name: 'curl', summary: 'Writes curl.', load: async () => curl }],
    },
    { name: '__hidden', summary: 'Hidden.', hidden: true, load: async () => curl },
  ],
};
const places = await completionPlaces(ROOT);

/** Asks the bash script, with an svc that only says how it was called. */
function bash(...words: string[]): string[] {
  const script = `${bashScript(places)}
    svc() { printf '%s ' "$@"; echo; }
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); cd /
    _svc
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

describe('completion of nested commands', () => {
  it('finds the places of the tree', () => {
    expect(places.map(({ path }) => path)).toEqual(['', '/export', '/export/curl']);
  });

  it('offers what belongs to the place', () => {
    expect(bash('svc', '')).toEqual(['export']);
    expect(bash('svc', 'export', '')).toEqual(['curl']);
    expect(bash('svc', 'export', '-')).not.toContain('--env');
    expect(bash('svc', 'export', 'curl', '--e')).toEqual(['--env']);
    expect(bash('svc', 'export', 'curl', '-o', '')).toEqual(['console', 'json']);
    expect(bash('svc', 'export', 'curl', 'sh')).toEqual(['short']);
  });

  it('asks svc for names that only files hold', () => {
    expect(bash('svc', 'export', 'curl', '-e', '')).toEqual([
      '__complete\\ environments\\ --\\ export\\ curl\\ -e\\ \\ ',
    ]);
    expect(bash('svc', 'export', 'curl', '--profile', '__')).toHaveLength(1);
    expect(bash('svc', 'export', 'curl', '--profile', 'other')).toEqual([]);
  });
});

describe.each([
  ['zsh', zshScript, String.raw`'\''`],
  ['fish', fishScript, String.raw`\'`],
  ['powershell', powershellScript, "''"],
] as const)('the %s script', (_, script, quote) => {
  const text = script(places);

  it('names every place, word and kind of name', () => {
    for (const word of ['/export/curl', 'short', 'console', 'environments', 'profiles', 'env', 'http']) {
      expect(text).toContain(word);
    }
    expect(text).not.toContain('__hidden');
  });

  it('quotes descriptions, so that every quote is closed', () => {
    expect(text).toContain(`other people${quote}s forms`);
    for (const line of text.split('\n').filter((each) => /forms|environment/.test(each))) {
      const bare = line.replaceAll(quote, '');
      expect((bare.match(/'/g) ?? []).length % 2, line).toBe(0);
    }
  });
});
