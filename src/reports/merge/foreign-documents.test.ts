import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { renderConsole } from '../console/run-console.js';
import { styler } from '../console/style.js';
import { githubSummary } from '../github-summary.js';
import { RUN_REPORTS } from '../report-files.js';
import { mergeResults } from './merge-results.js';
import { readResultPart } from './result-part.js';
import { caseCount } from '../../../test/support/generated-cases.js';

/** Usually what a member should be, sometimes anything. */
const usually = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

const texts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 2 });
const headers = fc.dictionary(fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), { maxKeys: 2 });
const amount = fc.oneof(fc.nat(99), fc.constantFrom(0, 1e300, 1.5));
const assertion = fc.record(
  {
    subject: usually(fc.constantFrom('status', 'body.a', 'header Set-Cookie', 'cookie x')),
    operator: usually(fc.constantFrom('equals', 'each', 'schema', 'approx', 'between', 'other')),
    expected: fc.jsonValue({ maxDepth: 2 }),
    actual: fc.jsonValue({ maxDepth: 2 }),
    passed: usually(fc.boolean()),
    line: usually(amount),
    message: usually(
      fc.constantFrom('', 'expected a, there is no value', 'the element at index 7 does not pass', ')('),
    ),
  },
  { requiredKeys: [] },
);
const test = fc.record(
  {
    name: usually(fc.constantFrom('', 'login', 'rows [2]', '__proto__')),
    file: usually(fc.constantFrom('a.http', './b.http', 'c\\d.http', '')),
    line: usually(amount),
    passed: usually(fc.boolean()),
    skipped: usually(fc.boolean()),
    pulledIn: usually(fc.boolean()),
    duration: usually(amount),
    attempts: usually(fc.nat(3)),
    iteration: usually(fc.integer({ min: 1, max: 3 })),
    error: usually(fc.constantFrom('', 'a.http:1:2: no', 'two\nlines')),
    errorKind: usually(fc.constantFrom('connect', 'worker', 'from later')),
    traceId: usually(fc.constantFrom('', 'a'.repeat(32), 'no id')),
    skipReason: usually(fc.string({ maxLength: 5 })),
    tags: usually(texts),
    warnings: usually(texts),
    request: usually(
      fc.record({
        method: usually(fc.constant('GET')),
        url: usually(fc.string()),
        headers: usually(headers),
      }),
    ),
    response: usually(
      fc.record({
        statusCode: usually(fc.constantFrom(0, 200, 999)),
        status: usually(fc.string()),
        headers: usually(headers),
      }),
    ),
    assertions: usually(fc.array(assertion, { maxLength: 2 })),
    captures: usually(headers),
  },
  { requiredKeys: [] },
);
const document = fc.record(
  {
    tests: usually(fc.array(test, { maxLength: 4 })),
    time: usually(fc.constantFrom('2031-04-05T06:07:08.120Z', 'never', '+275760-09-13T00:00:00.000Z')),
    duration: usually(amount),
    version: usually(fc.constantFrom('1.0.0', 'x-y', '')),
    environment: usually(fc.string({ maxLength: 4 })),
    coverage: usually(fc.constant({ spec: 'a', operations: [], unmatched: ['GET /'] })),
    parts: usually(fc.nat(3)),
  },
  { requiredKeys: ['tests'] },
);

it('documents of any origin are refused with a message or reported in every format', async () => {
  const renderers = await Promise.all(Object.values(RUN_REPORTS).map(({ load }) => load()));
  let merged = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 3 }), async (documents) => {
      try {
        const parts = documents.map((each, index) =>
          readResultPart(Buffer.from(JSON.stringify(each)), 'a.json', index),
        );
        const { run, document: members, version } = mergeResults(parts, 'worst');
        for (const render of renderers)
          for (const text of render(run, { version, document: members })) void text;
        githubSummary(run);
        await renderConsole(run, { version, verbosity: 3, style: styler(false) });
        merged++;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    }),
    { numRuns: caseCount(150, 15) },
  );
  expect(merged).toBeGreaterThan(caseCount(10, 1));
});
