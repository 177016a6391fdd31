import { describe, expect, it } from 'vitest';
import { sampleRun } from '../../../test/reports/sample-run.js';
import { fileOf, outcome, runOf } from '../../../test/support/runs/build-outcome.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import { githubSummary } from '../github-summary.js';
import { RUN_REPORTS, type RunReportName } from '../report-files.js';
import type { ReportContext } from '../results/report-context.js';
import { renderJson } from '../run-json.js';
import type { DuplicateRule } from './merge-duplicates.js';
import { mergeResults, type MergedResults } from './merge-results.js';
import { readResultPart, type ResultPart } from './result-part.js';
import { titleOf } from '../../runner/outcome/result-title.js';

const VERSION = '1.4.0';

function partOf(text: string, index = 0, shown = `${index}.json`): ResultPart {
  return readResultPart(Buffer.from(text), shown, index);
}

function jsonOf(run: RunOutcome, context: Partial<ReportContext> = {}): string {
  return [...renderJson(run, { version: VERSION, ...context })].join('');
}

async function render(format: RunReportName, run: RunOutcome): Promise<string> {
  return [...(await RUN_REPORTS[format].load())(run, { version: VERSION })].join('');
}

/** Without what a results document does not contain. */
function asDocumented(run: RunOutcome): RunOutcome {
  const files = run.files.map((file) => ({
    ...file,
    duration: file.results.reduce((sum, { duration }) => sum + Math.round(duration), 0),
    results: file.results.map(({ sseEvents: _events, shell: _shell, ...result }): RequestOutcome => {
      const { body: _sent, ...request } = result.request;
      const { finalUrl: _url, ...response } = result.response;
      return { ...result, request, response: { ...response, body: '' }, traceId: 'a'.repeat(32) };
    }),
  }));
  return { ...run, files };
}

describe('a merged run with everything in it', () => {
  const run = asDocumented(sampleRun());
  const files = run.files.map(({ file }) => file);
  const merged = mergeResults([partOf(jsonOf(run, { shard: { index: 1, count: 1, files } }))], 'worst');

  it.each(['junit', 'tap', 'ctrf', 'github', 'html'] as const)(
    'is rendered as %s as the run itself is',
    async (format) => {
      expect(await render(format, merged.run)).toBe(await render(format, run));
    },
  );

  it('is summed up for GitHub as the run itself is', () => {
    expect(githubSummary(merged.run)).toBe(githubSummary(run));
  });
});

/** A document with these tests, each as name and further members. */
function documentOf(tests: readonly Partial<RequestOutcome>[], duration = 277): string {
  const results = tests.map((test) => outcome({ name: 'login', ...test }));
  const files = [...new Set(results.map(({ file }) => file))].map((file) =>
    fileOf(
      file,
      results.filter((result) => result.file === file),
      duration,
    ),
  );
  return jsonOf(runOf(files));
}

function merge(rule: DuplicateRule, ...documents: readonly string[]): MergedResults {
  return mergeResults(
    documents.map((text, index) => partOf(text, index)),
    rule,
  );
}

function results({ run }: MergedResults): readonly RequestOutcome[] {
  return run.files.flatMap((file) => file.results);
}

describe('the same test in several documents', () => {
  const passed = { attempts: 1 };
  const failed = { passed: false, attempts: 2 };
  const skipped = { passed: false, skipped: true, skipReason: 'later', attempts: 0 };

  it.each([
    ['worst', [passed, failed, skipped], 2],
    ['worst', [skipped, passed], 1],
    ['last', [failed, passed], 1],
    ['last', [failed, skipped], 0],
    ['worst', [{ ...failed, pulledIn: true }, passed], 1],
    ['last', [passed, { ...failed, pulledIn: true }], 1],
    ['error', [passed, { ...failed, pulledIn: true }], 1],
  ] as const)('is reported once: %s of %o', (rule, tests, attempts) => {
    const merged = merge(rule, ...tests.map((test) => documentOf([test])));
    const warnings = [`ran in ${tests.length} parts`];
    expect(results(merged)).toMatchObject([{ attempts, warnings }]);
    expect(jsonOf(merged.run, { document: merged.document })).toContain(`"${warnings[0]}"`);
  });

  it('is refused with both documents named', () => {
    expect(() => merge('error', documentOf([passed]), documentOf([failed]))).toThrow(
      'login (shop/orders.http:24) is in 0.json and in 1.json',
    );
  });

  it('is another one in the same document, or with another line', () => {
    const twice = documentOf([{ attempts: 1 }, { attempts: 2 }]);
    const merged = merge(
      'last',
      twice,
      documentOf([{ attempts: 3 }, { attempts: 4 }, { line: 30, attempts: 5 }]),
    );
    expect(results(merged).map(({ attempts }) => attempts)).toEqual([3, 4, 5]);
  });

  it('is another one in another pass', () => {
    const pass = (iteration: number): string =>
      documentOf([{}]).replace('"attempts"', `"iteration": ${iteration}, "attempts"`);
    const merged = merge('error', pass(2), pass(1));
    expect(results(merged).map(titleOf)).toEqual(['login', 'login (run 2)']);
  });
});

describe('the head of a merge', () => {
  it('reaches from the earliest start to the latest end', () => {
    const first = documentOf([{}], 500);
    const second = documentOf([{ name: 'b' }], 100).replace('06:07:08.120Z', '06:07:09.120Z');
    const { run, document } = merge('worst', second, first);
    expect(run).toMatchObject({ duration: 1100, startedAt: Date.parse('2031-04-05T06:07:08.120Z') });
    expect(Object.fromEntries(document)).toMatchObject({
      time: '2031-04-05T06:07:08.120Z',
      duration: 1100,
      parts: 2,
      summary: { total: 2, passed: 2, failed: 0, skipped: 0 },
    });
  });

  it('has the highest version and all environments', () => {
    const first = documentOf([{}]).replace('1.4.0', '1.10.0').replace('staging', 'dev');
    const merged = merge(
      'worst',
      first,
      documentOf([{ name: 'b' }]),
      documentOf([]).replace('1.4.0', '1.10.0-rc.1'),
    );
    expect(merged.version).toBe('1.10.0');
    expect(merged.run.environment).toBe('dev, staging');
    expect(merged.warnings).toEqual([
      'the parts are of different versions of svc: 1.4.0, 1.10.0-rc.1, 1.10.0',
    ]);
  });

  it('joins the coverage of one document', () => {
    const operation = (path: string, statuses: readonly number[]) => ({
      method: 'GET',
      path,
      operationId: '',
      tags: ['shop'],
      covered: statuses.length > 0,
      statuses,
    });
    const covered = (
      spec: string,
      statuses: readonly (readonly number[])[],
      unmatched: readonly string[],
    ) => {
      const operations = statuses.map((each, index) => operation(`/${index}`, each));
      const coverage = { spec, total: 2, covered: 1, percent: 50, tags: {}, operations, unmatched };
      return jsonOf(runOf([]), { coverage });
    };
    const first = covered('shop.yaml', [[200], []], ['GET /a']);
    const second = covered('shop.yaml', [[200, 404], [201]], ['GET /b', 'GET /a']);
    expect(merge('worst', first, second).coverage).toEqual({
      spec: 'shop.yaml',
      total: 2,
      covered: 2,
      percent: 100,
      tags: { shop: { total: 2, covered: 2 } },
      operations: [operation('/0', [200, 404]), operation('/1', [201])],
      unmatched: ['GET /a', 'GET /b'],
    });
    const warnings = ['the coverage is left out: the parts do not have it of the same API description'];
    for (const other of [covered('desk.yaml', [[], []], []), documentOf([])]) {
      expect(merge('worst', first, other)).toMatchObject({ coverage: undefined, warnings });
    }
  });
});
