import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf, outcome, runOf } from '../../../test/support/runs/build-outcome.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import type { ReportedShard } from '../results/report-context.js';
import { renderJson } from '../run-json.js';
import { mergeResults, type MergedResults } from './merge-results.js';
import { readResultPart } from './result-part.js';
import { caseCount } from '../../../test/support/generated-cases.js';

function jsonOf(run: RunOutcome, shard: ReportedShard): string {
  return [...renderJson(run, { version: '1.4.0', shard })].join('');
}

function merge(...documents: readonly string[]): MergedResults {
  const parts = documents.map((text, index) => readResultPart(Buffer.from(text), `${index}.json`, index));
  return mergeResults(parts, 'worst');
}

/**
 * Requests of four files, some of them with data rows, some with a request of one of these files that they share, in a
 * run of one to three passes.
 */
const suites = fc.record({
  passes: fc.integer({ min: 1, max: 3 }),
  requests: fc.array(
    fc.record({
      file: fc.nat(3),
      line: fc.integer({ min: 1, max: 30 }),
      rows: fc.constantFrom(0, 0, 0, 2, 11),
      state: fc.constantFrom({}, { passed: false }, { passed: false, skipped: true, skipReason: 'later' }),
      dependency: fc.constantFrom('', '', 'login', 'tenant'),
    }),
    { maxLength: 12 },
  ),
});

describe('a suite', () => {
  it('gives the same report however its tests are spread over shards', () => {
    let warned = 0;
    fc.assert(
      fc.property(
        suites,
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(fc.nat(1000)),
        ({ passes, requests }, count, random) => {
          const units = unitsOf(requests);
          const shards = Array.from({ length: count }, () => [] as Unit[]);
          for (const unit of units) shards[(random.next().value as number) % count]?.push(unit);
          const documents = shards.map((own, index) => ({
            text: jsonOf(asRun(own, passes), { index: index + 1, count, files: FILES }),
            key: random.next().value as number,
          }));
          const merged = merge(...documents.sort((a, b) => a.key - b.key).map(({ text }) => text));
          const whole = jsonOf(asRun(units, passes), { index: 1, count: 1, files: FILES });
          const expected = merge(whole);
          expect(membersOf(merged)).toEqual(membersOf(expected));
          const warnings = merged.run.files.flatMap((file) =>
            file.results.flatMap((result) => result.warnings),
          );
          warned += warnings.length;
          for (const warning of warnings) expect(warning).toMatch(/^ran in [2-8] parts$/);
          // Every report is made of this.
          expect(withoutWarnings(merged.run)).toEqual(expected.run);
        },
      ),
      { numRuns: caseCount(100, 8) },
    );
    expect(warned).toBeGreaterThan(0);
  });
});

/** What the document of a merge says, but for the number of parts and what only the document of a shard has. */
function membersOf({ document }: MergedResults): unknown {
  const { parts: _parts, shard: _shard, ...members } = Object.fromEntries(document);
  return JSON.parse(
    JSON.stringify(members, (key, value: unknown) => (key === 'warnings' ? undefined : value)),
  );
}

function withoutWarnings(run: RunOutcome): RunOutcome {
  const files = run.files.map((file) => ({
    ...file,
    results: file.results.map((result): RequestOutcome => ({ ...result, warnings: [] })),
  }));
  return { ...run, files };
}

/** What one shard runs as a whole: the rows of a request. */
interface Unit {
  readonly file: string;
  readonly line: number;
  /** The request of another file that it needs; empty for none. */
  readonly dependency: string;
  readonly results: readonly RequestOutcome[];
}

const FILES = ['z.http', 'empty.http', 'a.http', 'login.http', 'm.http'];

/** The requests of login.http, by their line. */
const DEPENDENCIES: readonly (readonly [line: number, name: string])[] = [
  [1, 'login'],
  [7, 'tenant'],
];

type Requests = (typeof suites extends fc.Arbitrary<infer Value> ? Value : never)['requests'];

function unitsOf(requests: Requests): readonly Unit[] {
  const found = new Map<string, Unit>();
  for (const { file: number, line, rows, state, dependency } of requests) {
    const file = FILES[number === 0 ? 0 : number + 1] ?? '';
    if (file === 'login.http') {
      const [at = 0, called = ''] = DEPENDENCIES[line % 2] ?? [];
      const own = outcome({ ...state, name: called, file, line: at });
      found.set(called, { file, line: at, dependency: '', results: [own] });
      continue;
    }
    const name = `request${line}`;
    const names =
      rows === 0 ? [name] : Array.from({ length: rows }, (_row, index) => `${name} [${index + 1}]`);
    const own = names.map((each) => outcome({ ...state, name: each, file, line }));
    found.set(`${file}:${line}`, { file, line, dependency, results: own });
  }
  return [...found.values()];
}

/** A request of another file runs once in each pass, before the first one that needs it. */
function asRun(units: readonly Unit[], passes: number): RunOutcome {
  const taken = new Set<string>();
  const files = FILES.map((file) => {
    const own = units.filter((unit) => unit.file === file).toSorted((a, b) => a.line - b.line);
    const all = own.flatMap(({ dependency, results: rows }) => {
      const isFirst = dependency !== '' && !taken.has(dependency);
      taken.add(dependency);
      const [line = 0] = DEPENDENCIES.find(([, name]) => name === dependency) ?? [];
      const before = isFirst ? [outcome({ name: dependency, file: 'login.http', line, pulledIn: true })] : [];
      return Array.from({ length: passes }, (_pass, index) =>
        [...before, ...rows].map((result) => (passes === 1 ? result : { ...result, iteration: index + 1 })),
      ).flat();
    });
    return fileOf(file, all, 0);
  });
  return { ...runOf(files), ...(passes > 1 && { passes }) };
}
