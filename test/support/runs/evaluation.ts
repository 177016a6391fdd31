/** Scopes, responses and assertions for tests of src/evaluation, without files, clock or randomness. */
import { DEFAULT_LIMITS, type EvaluationLimits } from '../../../src/evaluation/bounded/limits.js';
import { CaptureStore } from '../../../src/evaluation/variables/captures.js';
import {
  checkResolved,
  resolveAssertion,
  type CheckedAssertion,
} from '../../../src/evaluation/check-assertion.js';
import type { AssertionContext } from '../../../src/evaluation/comparison.js';
import { ResponseView } from '../../../src/evaluation/response/response-view.js';
import { Scope, type ScopeSources } from '../../../src/evaluation/variables/scope.js';
import type { Assertion, Capture, FileVariable } from '../../../src/request-file/model/model.js';
import { dedent } from '../dedent.js';
import { parseText } from '../../../src/request-file/parse-file.js';

/** 2024-01-31T10:20:30.456Z, the last day of a month before a leap day. */
export const TEST_TIME = Date.UTC(2024, 0, 31, 10, 20, 30, 456);

export function testScope(parts: Partial<ScopeSources> = {}): Scope {
  let drawn = 0;
  return new Scope({
    captures: new CaptureStore(),
    operator: {},
    variables: [],
    environment: {},
    dotenv: {},
    process: {},
    processReadable: true,
    memo: new Map(),
    clock: () => TEST_TIME,
    random: (bytes) => Uint8Array.from({ length: bytes }, () => (drawn = (drawn * 61 + 17) % 256)),
    ...parts,
  });
}

/** File variables as they would be parsed. */
export function variables(values: Readonly<Record<string, string>>): FileVariable[] {
  return Object.entries(values).map(([name, value], index) => ({ name, value, line: index + 1 }));
}

export interface ResponseParts {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly url?: string;
  readonly duration?: number;
  readonly redirects?: readonly (readonly (readonly [string, string])[])[];
  readonly limits?: Partial<EvaluationLimits>;
}

export function responseView(body: string | Uint8Array, parts: ResponseParts = {}): ResponseView {
  const { status = 200, type = 'application/json', headers = [], url = 'http://127.0.0.1/x' } = parts;
  return new ResponseView({
    status,
    url,
    headers: type === '' ? headers : [['Content-Type', type], ...headers],
    duration: parts.duration ?? 12,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    ...(parts.redirects === undefined ? {} : { redirects: parts.redirects }),
    limits: { ...DEFAULT_LIMITS, ...parts.limits },
  });
}

/** The assertion of one `expect …` line. */
export function assertionOf(line: string): Assertion {
  const file = parseText(
    dedent`
      GET http://127.0.0.1/

      >>>
      ${line}
      <<<
    `,
    'test.http',
  );
  const assertion = file.requests[0]?.assertions[0];
  if (!assertion) throw new Error(`no assertion in ${line}: ${JSON.stringify(file.diagnostics)}`);
  return assertion;
}

export function captureOf(line: string): Capture {
  const file = parseText(
    dedent`
      GET http://127.0.0.1/

      >>>capture
      ${line}
      <<<
    `,
    'test.http',
  );
  const capture = file.requests[0]?.captures[0];
  if (!capture) throw new Error(`no capture in ${line}: ${JSON.stringify(file.diagnostics)}`);
  return capture;
}

export interface TestContext extends AssertionContext {
  readonly scope: Scope;
}

export async function checkAssertion(
  assertion: Assertion,
  view: ResponseView,
  context: TestContext,
): Promise<CheckedAssertion> {
  return checkResolved(resolveAssertion(assertion, context.scope), view, context);
}

export function checkLine(
  line: string,
  view: ResponseView,
  context: Partial<TestContext> = {},
): Promise<CheckedAssertion> {
  return checkAssertion(assertionOf(line), view, {
    scope: testScope(),
    schema: () => Promise.reject(new Error('no such file')),
    snapshot: {
      storing: 'never',
      redact: (value) => value,
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
    },
    ...context,
  });
}
