import { describe, expect, it } from 'vitest';
import { runAfterList } from '../../test/support/runs/element-run.js';

describe('@each fails or skips the request once', () => {
  const LONG = `[${'1, '.repeat(10_000)}1]`;
  it.each([
    ['without elements', '# @each []', 'skipped: no elements'],
    ['with an empty capture', '# @each {{list.all.none}}', 'skipped: no elements'],
    [
      'for a string',
      '# @each {{list.all.text}}',
      'failed: `@each {{list.all.text}}` is a string, not a list',
    ],
    [
      'for a number',
      '# @each {{list.all.count}}',
      'failed: `@each {{list.all.count}}` is a number, not a list',
    ],
    [
      'for an object',
      '# @each {{list.all.big}} as x',
      'failed: `@each {{list.all.big}}` is an object, not a list',
    ],
    [
      'for a boolean',
      '# @each {{list.all.open}}',
      'failed: `@each {{list.all.open}}` is a boolean, not a list',
    ],
    ['for null', '# @each {{list.all.nothing}}', 'failed: `@each {{list.all.nothing}}` is null, not a list'],
    ['for a text that is no list', '@x = [1\n# @each {{x}}', 'failed: `@each {{x}}` is a string, not a list'],
    [
      'without a value',
      '# @each {{list.idz}}',
      'failed: variable "list.idz" has no value; near names: list.ids',
    ],
    [
      'for a long range',
      '# @each 1..10001',
      'failed: `@each 1..10001` has 10001 elements; 10000 are the most',
    ],
    [
      'for an endless range',
      '# @each -999999999999999..999999999999999',
      'failed: `@each -999999999999999..999999999999999` has 1999999999999999 elements; 10000 are the most',
    ],
    [
      'for a long list',
      `# @each ${LONG}`,
      `failed: \`@each ${LONG.slice(0, 100)}…\` has 10001 elements; 10000 are the most`,
    ],
  ])('%s', async (_case, directives, expected) => {
    const { seen, verdicts, results } = await runAfterList(
      `### it\n# @depends list\n${directives}\nGET URL/{{each}}\n`,
    );
    expect([seen, verdicts]).toEqual([[], [`it ${expected}`]]);
    const [, result] = results;
    expect([result?.errorKind, result?.attempts]).toEqual([
      expected.startsWith('failed') ? 'variable' : '',
      0,
    ]);
  });

  it('and names what a placeholder may have meant', async () => {
    const { verdicts } = await runAfterList(
      '### it\n# @each [{"name": 1}] as o\nGET URL/{{o.nam}}\n### other\nGET URL/{{each_number}}\n',
    );
    expect(verdicts).toEqual([
      'it [1] failed: variable "o.nam" has no value; near names: o.name',
      'other failed: variable "each_number" has no value',
    ]);
  });
});
