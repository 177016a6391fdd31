/** Derives the response of a route without a mock block from the assertions of its request. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { textOf } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';
import { finishResponse, hasNoBody, isServerHeader, type RouteResponse } from './mock-response.js';
import { deriveBody } from './derive-body.js';
import { SAMPLE } from '../sampling/made-up.js';
import { sampleTexts } from '../values/sample-value.js';
import { MOCK_HOST } from '../values/slot-text.js';
import { bestMatch, satisfiesAll, type Constraint } from '../values/constraint.js';

export async function deriveResponse(
  constraints: readonly Constraint[],
  scope: Scope,
): Promise<RouteResponse> {
  const status = await deriveStatus(constraints);
  const { text, isJson } = hasNoBody(status)
    ? { text: '', isJson: false }
    : await deriveBody(constraints, scope);
  const draft = { status, headers: equalHeaders(constraints), body: text, isJson };
  const headers = [
    ...draft.headers,
    ...(await missingHeaders(constraints, finishResponse(draft))),
    ...(await cookies(constraints)),
  ];
  const hasOwnHost = text.includes(MOCK_HOST) || headers.some(([, value]) => value.includes(MOCK_HOST));
  return { ...finishResponse({ ...draft, headers }), ...(hasOwnHost && { hasOwnHost }) };
}

/** The last equality, which is also the default of a mock block without a status line. */
export function findEqualStatus(constraints: readonly Constraint[]): number | undefined {
  return constraints.map(statusOf).findLast((status) => status !== undefined);
}

function statusOf({ subject, operator, expected: { value } }: Constraint): number | undefined {
  if (subject.kind !== 'status' || operator !== 'equals' || typeof value !== 'number') return undefined;
  return Number.isInteger(value) && value >= 200 && value <= 599 ? value : undefined;
}

/** Without an equality the status is 200, unless other assertions exclude it. */
async function deriveStatus(constraints: readonly Constraint[]): Promise<number> {
  const equal = findEqualStatus(constraints);
  if (equal !== undefined) return equal;
  const own = constraints.filter(
    ({ subject, operator }) => subject.kind === 'status' && operator !== 'equals',
  );
  if (await satisfiesAll(own, () => DEFAULT_STATUS)) return DEFAULT_STATUS;
  for (const status of possibleStatuses(own)) if (await satisfiesAll(own, () => status)) return status;
  return DEFAULT_STATUS;
}

const DEFAULT_STATUS = 200;

function possibleStatuses(constraints: readonly Constraint[]): readonly number[] {
  const named = constraints.flatMap(({ operator, expected: { value } }) =>
    operator === 'in' && Array.isArray(value) ? (value as unknown[]) : [],
  );
  const all = [...named, ...Array.from({ length: 400 }, (_, index) => 200 + index)];
  return all.filter((status) => typeof status === 'number' && status >= 200 && status <= 599) as number[];
}

function equalHeaders(constraints: readonly Constraint[]): [string, string][] {
  const headers = new Map<string, [string, string]>();
  for (const { subject, operator, expected } of constraints) {
    if (subject.kind !== 'header' || operator !== 'equals' || expected.value === null) continue;
    const lower = subject.name.toLowerCase();
    if (isAllowed(lower) && !headers.has(lower)) headers.set(lower, [subject.name, textOf(expected.value)]);
  }
  return [...headers.values()];
}

function isAllowed(name: string): boolean {
  return !isServerHeader(name) && name !== 'date';
}

/** Headers that the assertions require without giving the whole value. */
async function missingHeaders(
  constraints: readonly Constraint[],
  { headers }: RouteResponse,
): Promise<[string, string][]> {
  const presentHeaders = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const missing: [string, string][] = [];
  for (const [lower, own] of byName(constraints, 'header')) {
    const [first] = own;
    if (!first || !isAllowed(lower)) continue;
    const present = presentHeaders.get(lower) ?? ABSENT;
    if (await satisfiesAll(own, () => present)) continue;
    const value = await textFor(own, USUAL_VALUES.get(lower) ?? []);
    if (present === ABSENT || lower === 'content-type') missing.push([first.subject.name, value]);
  }
  return missing;
}

type Named = Constraint & { readonly subject: Extract<Subject, { readonly name: string }> };

/** Grouped in one pass, since there may be as many names as assertions. Names of headers are in lower case. */
function byName(
  constraints: readonly Constraint[],
  kind: 'header' | 'cookie',
): ReadonlyMap<string, readonly Named[]> {
  const groups = new Map<string, Named[]>();
  for (const constraint of constraints) {
    const { subject } = constraint;
    if (subject.kind !== kind) continue;
    const name = kind === 'header' ? subject.name.toLowerCase() : subject.name;
    getOrAdd(groups, name, (): Named[] => []).push({ ...constraint, subject });
  }
  return groups;
}

/** What headers contain that have a syntax of their own. */
const USUAL_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'content-type',
    [
      'application/json',
      'application/problem+json',
      'application/xml',
      'text/html; charset=utf-8',
      'text/plain; charset=utf-8',
      'text/csv; charset=utf-8',
    ],
  ],
  ['etag', ['"sample"']],
  ['expires', ['Mon, 07 Apr 2031 09:15:02 GMT']],
  ['last-modified', ['Mon, 07 Apr 2031 09:15:02 GMT']],
  ['location', ['/sample']],
]);

async function cookies(constraints: readonly Constraint[]): Promise<[string, string][]> {
  const headers: [string, string][] = [];
  for (const [name, own] of byName(constraints, 'cookie')) {
    if (await satisfiesAll(own, () => ABSENT)) continue;
    headers.push(['Set-Cookie', `${name}=${await textFor(own, [])}; Path=/`]);
  }
  return headers;
}

async function textFor(constraints: readonly Constraint[], usual: readonly string[]): Promise<string> {
  const equal = constraints.flatMap(({ operator, expected }) =>
    operator === 'equals' ? [textOf(expected.value)] : [],
  );
  const preferred = constraints.flatMap((constraint) => constraint.preferred ?? []);
  const texts = [...equal, ...preferred, ...usual, ...sampleTexts(constraints), SAMPLE, ...NUMBERS];
  return (await bestMatch(texts, constraints)) ?? SAMPLE;
}

const NUMBERS = ['1', '60', '100', '1000', '0'];
