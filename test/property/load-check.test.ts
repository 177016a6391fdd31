/** Checking at once under load, with its memory, against the plain check of every assertion. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkResolved, resolveAssertion } from '../../src/evaluation/check-assertion.js';
import type { AssertionContext } from '../../src/evaluation/comparison.js';
import { DEFAULT_LIMITS } from '../../src/evaluation/bounded/limits.js';
import { ResponseView } from '../../src/evaluation/response/response-view.js';
import { textOfBytes } from '../../src/http/message/headers.js';
import type { Request } from '../../src/request-file/model/model.js';
import { parseText } from '../../src/request-file/parse-file.js';
import { failedCheckText } from '../../src/stress/client/failure-text.js';
import { ResponseChecker } from '../../src/stress/client/response-checker.js';
import { differingBodies, valueAssertionLines } from './differing-bodies.js';
import { testScope, variables } from '../support/runs/evaluation.js';
import {
  assertionLines,
  cutBytes,
  responses,
  TestConnection,
  wireBytes,
  type TestResponse,
} from './load-responses.js';
import { caseCount } from '../support/generated-cases.js';

const MAX_BODY_BYTES = 100_000;
const CONTEXT: AssertionContext = {
  schema: () => Promise.resolve({ type: 'object', required: ['id'] }),
  snapshot: {
    storing: 'never',
    redact: (value) => value,
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(),
  },
};

function requestWith(lines: readonly string[]): Request {
  const text = `GET http://h/a\n>>>\n${lines.map((line) => `expect ${line}\n`).join('')}<<<\n`;
  const [request] = parseText(text, 'load.http').requests;
  if (request?.assertions.length !== lines.length)
    throw new Error(`not all of these are assertions: ${text}`);
  return request;
}

const exchanges = fc.record({
  response: fc.nat(2),
  duration: fc.constantFrom(1.2, 7, 600),
  wanted: fc.constantFrom('7', '8', 'parcel'),
  cuts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(fc.nat(), { maxLength: 3 })),
  waits: fc.boolean(),
});

const plans = fc.record({
  lines: fc.array(assertionLines, { maxLength: 6 }),
  isVarying: fc.boolean(),
  received: fc.array(responses, { minLength: 1, maxLength: 3 }),
  exchanges: fc.array(exchanges, { minLength: 1, maxLength: 12 }),
});

const readsBody = ({ assertions }: Request): boolean =>
  assertions.some(({ subject }) => !/^(?:status|duration|header|cookie)/.test(subject));

const scopeOf = (wanted: string) => testScope({ variables: variables({ wanted }) });

/** What the ordinary path reports: the first failed assertion, or that the body cannot be decoded. */
async function plainVerdict(
  request: Request,
  { status, headers, body }: TestResponse,
  { duration, wanted }: { readonly duration: number; readonly wanted: string },
  framing: string,
): Promise<string> {
  if (body === undefined && readsBody(request)) return 'the body cannot be decoded';
  const view = new ResponseView({
    status,
    headers: [...headers, ['Frame', framing] as const].map(([name, value]) => [
      name,
      textOfBytes(value.trim()),
    ]),
    url: '',
    duration,
    body: body ?? new Uint8Array(),
    maxBodyBytes: MAX_BODY_BYTES,
    limits: DEFAULT_LIMITS,
  });
  const results = [];
  for (const assertion of request.assertions)
    results.push(await checkResolved(resolveAssertion(assertion, scopeOf(wanted)), view, CONTEXT));
  const passes = results.length > 0 ? results.every(({ passed }) => passed) : status >= 200 && status < 400;
  return passes ? '' : failedCheckText(request, results, status);
}

function createChecker(request: Request, isVarying: boolean): ResponseChecker {
  return new ResponseChecker({
    request,
    assertions: isVarying ? undefined : request.assertions.map((each) => resolveAssertion(each, testScope())),
    context: CONTEXT,
    limits: DEFAULT_LIMITS,
    maxBodyBytes: MAX_BODY_BYTES,
    readsBody: readsBody(request),
  });
}

/** Thousands of responses are checked in ten seconds, and on a busy machine in more. */
const HANGING_MS = 120_000;

describe('checking at once', () => {
  it(
    'gives the verdict of the plain check, for every response of any sequence',
    async () => {
      await fc.assert(
        fc.asyncProperty(plans, async ({ lines, isVarying, received, exchanges: sent }) => {
          const request = requestWith(isVarying ? [...lines, 'body.id == {{wanted}}'] : lines);
          const checker = createChecker(request, isVarying);
          const connections = [new TestConnection(), new TestConnection()];
          const options = {
            keep: { headers: true, body: readsBody(request) },
            checkedAtOnce: checker,
            bodiless: false,
            maxBodyBytes: MAX_BODY_BYTES,
          };
          const verdicts: Promise<string>[] = [];
          for (const [number, each] of sent.entries()) {
            const response = received[each.response % received.length] as TestResponse;
            connections[number % 2]?.exchange(cutBytes(wireBytes(response), each.cuts), options, {
              onResponse: (connection) => {
                const verdict = checker.check(connection, each.duration, () => scopeOf(each.wanted));
                verdicts.push(Promise.resolve(verdict).catch(() => 'the body cannot be decoded'));
              },
              onFailure: (kind) => verdicts.push(Promise.resolve(`failed: ${kind}`)),
            });
            if (each.waits) await verdicts.at(-1);
          }
          const expected = sent.map((each) => {
            const response = received[each.response % received.length] as TestResponse;
            return plainVerdict(request, response, each, response.framing);
          });
          expect(await Promise.all(verdicts)).toEqual(await Promise.all(expected));
        }),
        { numRuns: caseCount(400, 15) },
      );
    },
    HANGING_MS,
  );

  it(
    'gives the verdict of the plain check, for JSON bodies that differ in some of their bytes',
    async () => {
      const differing = fc.record({
        lines: fc.array(valueAssertionLines, { minLength: 1, maxLength: 8 }),
        type: fc.constantFrom('application/json', 'text/plain', 'application/json; charset=iso-8859-1'),
        bodies: differingBodies,
      });
      await fc.assert(
        fc.asyncProperty(differing, async ({ lines, type, bodies }) => {
          const request = requestWith(lines);
          const checker = createChecker(request, false);
          const connection = new TestConnection();
          const options = {
            keep: { headers: true, body: readsBody(request) },
            checkedAtOnce: checker,
            bodiless: false,
            maxBodyBytes: MAX_BODY_BYTES,
          };
          const exchange = { duration: 7, wanted: 'parcel' };
          for (const body of bodies) {
            const headers = [['Content-Type', type]] as const;
            const response: TestResponse = { status: 200, headers, body, wireBody: body, framing: 'length' };
            const verdicts: Promise<string>[] = [];
            connection.exchange([wireBytes(response)], options, {
              onResponse: (arrived) => {
                verdicts.push(Promise.resolve(checker.check(arrived, 7, () => scopeOf('parcel'))));
              },
              onFailure: (kind) => verdicts.push(Promise.resolve(`failed: ${kind}`)),
            });
            const expected = await plainVerdict(request, response, exchange, response.framing);
            expect(await Promise.all(verdicts)).toEqual([expected]);
          }
        }),
        { numRuns: caseCount(600, 15) },
      );
    },
    HANGING_MS,
  );
});
