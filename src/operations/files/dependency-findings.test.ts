import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDiagnostics, diagnose, type Diagnostic } from '../../request-file/model/diagnostic.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { findDependencyProblems, joinFindings } from './dependency-findings.js';

const findings: fc.Arbitrary<Diagnostic> = fc
  .tuple(
    fc.constantFrom('blank_in_url', 'duplicate_title', 'no_requests'),
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 2 }),
    fc.integer({ min: 3, max: 4 }),
    fc.constantFrom('a', 'b'),
  )
  .map(([code, line, column, endColumn, name]) =>
    diagnose(code as Diagnostic['code'], { line, column, endColumn }, { name, line }),
  );

/** Each finding once, at the place of the first and with the extent of the last of its kind. */
function joined(lists: readonly (readonly Diagnostic[])[]): Diagnostic[] {
  const byText = new Map(
    lists.flat().map((each) => [[each.line, each.column, each.code, each.message].join(' '), each]),
  );
  return [...byText.values()].sort(compareDiagnostics);
}

it('joins lists that are sorted, are not, or have findings twice', () => {
  const lists = fc.array(fc.array(findings, { maxLength: 5 }), { maxLength: 3 });
  fc.assert(
    fc.property(lists, fc.boolean(), (given, isSorted) => {
      const used = isSorted ? given.map((list) => list.toSorted(compareDiagnostics)) : given;
      expect(joinFindings(used)).toEqual(joined(used));
    }),
    { numRuns: 2000 },
  );
});

/** The findings of `a.http` among the files, as `line:column-endColumn code message`. */
async function findingsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  const loaded = new Map<string, RunnableFile>();
  for (const [shown, text] of Object.entries(files))
    loaded.set(shown, { file: await parseRequestFile(text, shown), shown, directory: '/w' });
  const checked = loaded.get('a.http') as RunnableFile;
  const found = await findDependencyProblems([checked], async (path) => loaded.get(path.replace('./', '')));
  return (found.get(checked) ?? []).map(
    ({ line, column, endColumn, severity, code, message }) =>
      `${line}:${column}-${endColumn} ${severity} ${code} ${message}`,
  );
}

const PING = '### ping\nGET http://x/\n';
const UNKNOWN = 'no such request in this file or its imports';

describe('run lines', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'a request of an import',
      { 'a.http': 'import ./b.http\n###\nrun #ping\n###\nrun #GET http://x/\n', 'b.http': PING },
      [],
    ],
    [
      'a name that no import has',
      { 'a.http': 'import ./b.http\n###\nrun #pong\n', 'b.http': PING },
      [`3:1-10 error unknown_run \`run #pong\`: ${UNKNOWN}`],
    ],
    [
      'a name of an import of an import',
      { 'a.http': 'import ./b.http\n###\nrun #ping\n', 'b.http': 'import ./c.http\n', 'c.http': PING },
      [`3:1-10 error unknown_run \`run #ping\`: ${UNKNOWN}`],
    ],
    [
      'a missing import',
      { 'a.http': `import ./gone.http\n${PING}` },
      ['1:8-19 error missing_file `./gone.http` does not exist or lies outside the workspace'],
    ],
    ['an import that is not fixed', { 'a.http': `import ./{{x}}.http\n${PING}` }, []],
    [
      'a missing file',
      { 'a.http': `${PING}\n###\nrun ./gone.http\n` },
      ['5:5-16 error missing_file `./gone.http` does not exist or lies outside the workspace'],
    ],
    [
      'a file with errors',
      { 'a.http': `${PING}\n###\nrun ./b.http\n`, 'b.http': 'GTE\n' },
      ['5:1-13 error unknown_run `run ./b.http`: b.http has errors'],
    ],
    [
      'a file that executes a name it does not have',
      {
        'a.http': `${PING}\n###\nrun ./b.http\n`,
        'b.http': 'import ./c.http\n###\nrun #pong\n',
        'c.http': PING,
      },
      [`5:1-13 error unknown_run \`run ./b.http\`: b.http:3:1: \`run #pong\`: ${UNKNOWN}`],
    ],
    [
      'a cycle of files',
      { 'a.http': `${PING}\n###\nrun ./b.http\n`, 'b.http': `${PING}\n###\nrun ./a.http\n` },
      ['5:1-13 error dependency_cycle dependency cycle: a.http → b.http → a.http'],
    ],
    [
      'a forced reference that no file has',
      { 'a.http': '# @import ./b.http\n### a\n# @forceRef pong\nGET http://x/\n', 'b.http': PING },
      [`3:13-17 error unknown_run \`run #pong\`: ${UNKNOWN}`],
    ],
    [
      'a cycle of references through imports',
      {
        'a.http': '# @import ./b.http\n### a\n# @ref b\nGET http://x/\n',
        'b.http': '# @import ./a.http\n### b\n# @ref a\nGET http://x/\n',
      },
      ['2:1-4 error dependency_cycle dependency cycle: a.http#a → b.http#b → a.http#a'],
    ],
  ])('with %s', async (_title, files, expected) => {
    expect(await findingsOf(files)).toEqual(expected);
  });

  it('are executed at most 8 files deep', async () => {
    const chain = (length: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length }, (_, index) => {
          const name = index === 0 ? 'a.http' : `f${index}.http`;
          return [name, index === length - 1 ? PING : `${PING}\n###\nrun ./f${index + 1}.http\n`];
        }),
      );
    expect(await findingsOf(chain(9))).toEqual([]);
    expect(await findingsOf(chain(10))).toEqual([
      '5:1-14 error unknown_run `run ./f1.http`: f8.http:5:1: `run ./f9.http`: files are executed at most 8 deep',
    ]);
  });

  it('of a few files cannot ask for any amount of work', async () => {
    const often = (path: string): string => `###\nrun ${path}\n`.repeat(30);
    const files = {
      'a.http': often('./b.http'),
      'b.http': often('./c.http'),
      'c.http': often('./d.http'),
      'd.http': PING,
    };
    const found = await findingsOf(files);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('more than 10000 of these lines are executed');
    const large = await findingsOf({ ...files, 'c.http': PING.repeat(5000) });
    expect(large[0]).toContain('more than 100000 requests are executed');
  });
});
