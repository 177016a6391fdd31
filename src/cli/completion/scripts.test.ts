import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { defineCommand, type CommandGroup } from '../command/command.js';
import { choiceFlag, repeatableTextFlag } from '../flags/flag.js';
import { bashScript } from './bash.js';
import { fishScript } from './fish.js';
import { completionNodes } from './completion-nodes.js';
import { powershellScript } from './powershell.js';
import { zshScript } from './zsh.js';

const curl = defineCommand({
  arguments: [
    { name: 'format', meaning: 'the format', words: ['short', 'long'], required: true },
    { name: 'file', meaning: 'the file', complete: { extensions: ['http'] } },
  ],
  flags: {
    env: repeatableTextFlag("the user's environment", {
      short: 'e',
      value: 'name',
      complete: 'environments',
    }),
    profile: repeatableTextFlag('the profile', { value: 'name', complete: 'profiles' }),
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
const nodes = await completionNodes(ROOT);

/** Runs the bash script with a fake svc that prints its arguments. */
function bash(...words: string[]): string[] {
  const script = `${bashScript(nodes)}
    svc() { printf '%s ' "$@"; echo; }
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); cd /
    _svc
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' });
  return output.split('\n').filter((line) => line !== '');
}

describe('completion of nested commands', () => {
  it('finds the nodes of the tree', () => {
    expect(nodes.map(({ path }) => path)).toEqual(['', '/export', '/export/curl']);
  });

  it('offers the candidates of the node', () => {
    expect(bash('svc', '')).toEqual(['export']);
    expect(bash('svc', 'export', '')).toEqual(['curl']);
    expect(bash('svc', 'export', '-')).not.toContain('--env');
    expect(bash('svc', 'export', 'curl', '--e')).toEqual(['--env']);
    expect(bash('svc', 'export', 'curl', '-o', '')).toEqual(['console', 'json']);
    expect(bash('svc', 'export', 'curl', 'sh')).toEqual(['short']);
  });

  it('asks svc for names that only files contain', () => {
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
  const text = script(nodes);

  it('names every node, word and kind of name', () => {
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
