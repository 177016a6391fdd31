import { describe, expect, it } from 'vitest';
import { defineCommand, type CommandEntry } from './command.js';
import { choiceFlag, commaListFlag, flagGroup, switchFlag, repeatableTextFlag } from '../flags/flag.js';
import { helpText } from './help.js';

const sample = defineCommand({
  arguments: [
    { name: 'format', meaning: 'what to read', required: true, words: ['openapi', 'curl'] },
    { name: 'path', meaning: 'files', repeatable: true },
  ],
  flags: {
    ...flagGroup('Selection', {
      name: repeatableTextFlag('keep requests whose name matches', { short: 'n', value: 'glob' }),
      tags: commaListFlag('keep requests with any of these tags', { value: 'list', environment: 'SVC_TAGS' }),
    }),
    output: choiceFlag(
      `form of the output, explained in so many words that one line of one hundred columns cannot hold them all`,
      ['console', 'json'],
      { short: 'o', value: 'format' },
    ),
    'a-flag-with-a-very-long-name-indeed': switchFlag('does little'),
  },
  examples: ['svc import openapi x.yaml'],
  exitCodes: [
    [0, 'fine'],
    [3, 'not fine'],
  ],
  run: async () => 0 as const,
});
const entry: CommandEntry = { name: 'import', summary: 'Reads other formats.', load: async () => sample };

describe('helpText', () => {
  it('has the parts in their order', async () => {
    const text = await helpText(entry, ['import']);
    const parts = [
      'Usage: svc import <openapi|curl> [<path>...] [flags]\n\nReads other formats.\n',
      '\nArguments:\n  <openapi|curl>  what to read\n  <path>...       files\n',
      '\nSelection:\n',
      '  -n, --name <glob>  keep requests whose name matches [repeatable]\n',
      '      --tags <list>  keep requests with any of these tags [env SVC_TAGS]\n',
      '\nFlags:\n  -o, --output <console|json>',
      '      --a-flag-with-a-very-long-name-indeed\n',
      'does little [default false]\n',
      '\nOutput:\n',
      'print errors and structured output only [default false, env SVC_QUIET]\n',
      '\nExamples:\n  svc import openapi x.yaml\n',
      '\nExit codes:\n  0   fine\n  3   not fine\n  64  bad usage\n  70  internal fault of svc\n',
    ];
    let from = 0;
    for (const part of parts) {
      const at = text.indexOf(part, from);
      expect(at, `${part} in\n${text}`).toBeGreaterThanOrEqual(from);
      from = at;
    }
    expect(text.endsWith('svc\n')).toBe(true);
  });

  it('stays within 100 columns and leaves no blanks at line ends', async () => {
    const text = await helpText(entry, ['import']);
    expect(text).toContain('explained in so many words');
    for (const line of text.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(100);
      expect(line).toBe(line.trimEnd());
    }
  });
});
