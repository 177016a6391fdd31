import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../test/cli/support/fake-context.js';
import { defineCommand, type CommandEntry } from './command.js';
import { choiceFlag, commaListFlag, flagGroup, switchFlag, repeatableTextFlag } from '../flags/flag.js';
import { helpText } from './help.js';
import { helpWidth } from './help-page.js';

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
    const text = await helpText(entry, ['import'], 100);
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
    const text = await helpText(entry, ['import'], 100);
    expect(text).toContain('explained in so many words');
    for (const line of text.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(100);
      expect(line).toBe(line.trimEnd());
    }
  });

  it('wraps descriptions under their column and choices under the first one', async () => {
    const wide = { ...sample, flags: { output: CHOICES, tags: sample.flags.tags }, examples: [LONG_EXAMPLE] };
    const text = await helpText({ ...entry, load: async () => wide }, ['import'], 40);
    expect(text).toContain(
      [
        '  -o, --output <console|json|junit|tap|',
        '                html|ctrf|github|har>',
        '      format of the primary report',
      ].join('\n'),
    );
    expect(text).toContain(
      '\n  --tags <list>\n      keep requests with any of these\n      tags [env SVC_TAGS]\n',
    );
    expect(text).toContain("  svc import openapi 'a long name' -o \\\n      out/ --strict --no-tests\n");
    expect(text).toContain('  0   fine\n');
  });
});

const CHOICES = choiceFlag(
  'format of the primary report',
  ['console', 'json', 'junit', 'tap', 'html', 'ctrf', 'github', 'har'],
  { short: 'o', value: 'format' },
);
const LONG_EXAMPLE = "svc import openapi 'a long name' -o out/ --strict --no-tests";

describe('helpWidth', () => {
  it.each([
    ['the width of the terminal', {}, true, 80],
    ['COLUMNS before it', { COLUMNS: '72' }, true, 72],
    ['COLUMNS without a terminal', { COLUMNS: '60' }, false, 60],
    ['100 columns for a file', {}, false, 100],
    ['100 columns at most', { COLUMNS: '200' }, true, 100],
    ['40 columns at least', { COLUMNS: '12' }, true, 40],
    ['COLUMNS only when it is a number', { COLUMNS: 'wide' }, true, 80],
  ])('is %s', (_what, env, isTerminal, expected) => {
    const context = fakeContext([], { env, terminals: { stdout: isTerminal } });
    expect(helpWidth(context, 'stdout')).toBe(expected);
  });
});
