/** The grammar of editors against the parser, line by line. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GRAMMAR_FILE, grammarText } from '../../scripts/grammar/build-grammar.js';
import { LINE_SCOPES } from '../../scripts/grammar/rule.js';
import { parseText } from '../../src/request-file/parse-file.js';
import { lineSoup, writtenFile } from '../property/written-files.js';
import { readGrammar, readLines } from '../support/editors/grammar-lines.js';
import { lineKinds, linesOf, type LineKind } from '../support/editors/line-kinds.js';
import { requestFiles } from '../support/editors/request-files.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { caseCount } from '../support/generated-cases.js';

const MIN_SHARE = 0.995;

/** Grammars of other languages at their worst: whatever they begin, they never end it. */
const GREEDY = Object.fromEntries(
  ['source.json', 'text.xml', 'source.graphql', 'source.sql', 'source.shell', 'source.js'].map(
    (scopeName) => [
      scopeName,
      { scopeName, patterns: [{ begin: '.', end: '(?!)', patterns: [{ begin: '^', end: '(?!)' }] }] },
    ],
  ),
);

/** Files with everything the language has, and lines in any order. */
function generatedFiles(): string[] {
  return [
    ...fc.sample(writtenFile, { numRuns: caseCount(250, 25) }),
    ...fc.sample(lineSoup, { numRuns: caseCount(150, 15) }),
  ];
}

interface Compared {
  all: number;
  same: number;
}

/** How many lines of each kind the grammar has right, and the first ones that it has wrong. */
async function compare(
  texts: readonly string[],
  embedded: Readonly<Record<string, object>> = {},
): Promise<{ readonly kinds: ReadonlyMap<LineKind, Compared>; readonly wrong: readonly string[] }> {
  const grammar = await readGrammar(embedded);
  const kinds = new Map<LineKind, Compared>();
  const wrong: string[] = [];
  for (const text of texts) {
    const expected = lineKinds(text);
    for (const [index, line] of readLines(grammar, text).entries()) {
      const kind = expected[index] ?? 'none';
      if (kind === 'blank') continue;
      const compared = kinds.get(kind) ?? { all: 0, same: 0 };
      kinds.set(kind, compared);
      compared.all += 1;
      if (line.kind === kind) compared.same += 1;
      else wrong.push(`${line.kind} instead of ${kind}: ${line.text}`);
    }
  }
  return { kinds, wrong };
}

function shareOf(kinds: ReadonlyMap<LineKind, Compared>): number {
  const sum = (key: keyof Compared): number => [...kinds.values()].reduce((all, each) => all + each[key], 0);
  return sum('same') / sum('all');
}

function print(title: string, kinds: ReadonlyMap<LineKind, Compared>): void {
  const rows = [...kinds].map(([kind, { all, same }]) => `${kind} ${same}/${all}`);
  console.log(`Grammar, ${title}: ${(100 * shareOf(kinds)).toFixed(2)} %; ${rows.join(', ')}`);
}

it('is what the tables of the language give', async () => {
  const committed = await readFile(join(repositoryRoot, GRAMMAR_FILE), 'utf8');
  expect(committed, 'run `npm run grammar`').toBe(grammarText());
});

it('tells the kind of a line as the parser does', async () => {
  const files = await requestFiles();
  expect(files.length).toBeGreaterThan(80);
  const { kinds, wrong } = await compare(files);
  print('files of the repository', kinds);
  expect(shareOf(kinds), wrong.slice(0, 5).join('\n')).toBeGreaterThanOrEqual(MIN_SHARE);
  // Each kind on its own, so that the many lines of bodies hide nothing.
  for (const kind of Object.keys(LINE_SCOPES) as LineKind[]) {
    const { all, same } = kinds.get(kind) ?? { all: 0, same: 0 };
    expect(all, kind).toBeGreaterThan(5);
    expect(same / all, kind).toBeGreaterThanOrEqual(0.97);
  }
});

it('tells it in files with everything the language has, and of lines in any order', async () => {
  const { kinds, wrong } = await compare(generatedFiles());
  print('generated files', kinds);
  // Comments above the text of a body are the one thing that only later lines tell; real files have hardly any.
  expect(shareOf(kinds)).toBeGreaterThanOrEqual(0.98);
  expect(wrong.filter((line) => !line.startsWith('comment instead of body'))).toEqual([]);
});

it('lets no other language run over the end of its region', async () => {
  const texts = [...(await requestFiles()), ...generatedFiles().slice(0, 200)];
  const { wrong } = await compare(texts, GREEDY);
  expect(wrong.filter((line) => !line.startsWith('comment instead of body'))).toEqual([]);
});

it('is compared with the places that the parser has found', async () => {
  for (const text of [...(await requestFiles()), ...generatedFiles()]) {
    const kinds = lineKinds(text);
    const file = parseText(text, 'a.http');
    const places: [LineKind, number][] = [];
    for (const { line } of file.variables) places.push(['variable', line]);
    for (const request of file.requests) {
      places.push(['request line', request.requestLine]);
      for (const { line } of request.headers) places.push(['header', line]);
      for (const { line } of request.queryParams) places.push(['query', line]);
      for (const { line } of [...request.captures, ...request.db, ...request.shell])
        places.push(['block line', line]);
      for (const { line } of request.foreign) places.push(['foreign', line]);
      if (request.mock) places.push(['block opener', request.mock.line]);
    }
    for (const [kind, line] of places) expect([line, kinds[line - 1]], text).toEqual([line, kind]);
    for (const kind of ['variable', 'request line', 'header', 'query'] as const) {
      const found = kinds.filter((each) => each === kind).length;
      // A URL may go on in further lines.
      const least = places.filter(([each]) => each === kind).length;
      if (kind === 'request line') expect(found, text).toBeGreaterThanOrEqual(least);
      else expect(found, `${kind}\n${text}`).toBe(least);
    }
    expect(kinds).toHaveLength(linesOf(text).length);
  }
});
