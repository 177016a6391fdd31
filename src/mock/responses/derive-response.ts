/** The answer of a route without a mock block, from the assertions of its request (server.md 11). */
import { toJson, textOf } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { Subject } from '../../request-file/expressions/parse-subject.js';
import { finishResponse, hasNoBody, isOwnHeader, type RouteResponse } from './mock-response.js';
import { deriveBody } from './derive-body.js';
import { SAMPLE } from '../sampling/made-up.js';
import { sampleTexts } from '../values/sample-value.js';
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
    ...(await furtherHeaders(constraints, finishResponse(draft))),
    ...(await cookies(constraints)),
  ];
  return finishResponse({ ...draft, headers });
}

/** The last equality, or the one that a mock block without a status line takes too. */
export function equalStatus(constraints: readonly Constraint[]): number | undefined {
  return constraints.findLast((constraint) => statusOf(constraint) !== undefined)?.expected.value as
    | number
    | undefined;
}

function statusOf({ subject, operator, expected: { value } }: Constraint): number | undefined {
  if (subject.kind !== 'status' || operator !== 'equals' || typeof value !== 'number') return undefined;
  return Number.isInteger(value) && value >= 200 && value <= 599 ? value : undefined;
}

/** Without an equality 200, unless other assertions rule just that out. */
async function deriveStatus(constraints: readonly Constraint[]): Promise<number> {
  const equal = equalStatus(constraints);
  if (equal !== undefined) return equal;
  const own = constraints.filter(
    ({ subject, operator }) => subject.kind === 'status' && operator !== 'equals',
  );
  if (await satisfiesAll(own, () => USUAL_STATUS)) return USUAL_STATUS;
  for (const status of await possible(own)) if (await satisfiesAll(own, () => status)) return status;
  return USUAL_STATUS;
}

const USUAL_STATUS = 200;

async function possible(constraints: readonly Constraint[]): Promise<readonly number[]> {
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
    if (isGiven(lower) && !headers.has(lower)) headers.set(lower, [subject.name, textOf(expected.value)]);
  }
  return [...headers.values()];
}

function isGiven(name: string): boolean {
  return !isOwnHeader(name) && name !== 'date';
}

/** Those that have to be there without being named whole. */
async function furtherHeaders(
  constraints: readonly Constraint[],
  { headers }: RouteResponse,
): Promise<[string, string][]> {
  const known = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const further: [string, string][] = [];
  for (const [lower, own] of byName(constraints, 'header')) {
    const [first] = own;
    if (!first || !isGiven(lower)) continue;
    const present = known.get(lower) ?? null;
    if (await satisfiesAll(own, () => present)) continue;
    const value = await textFor(own, lower === 'content-type' ? TYPES : []);
    if (present === null || lower === 'content-type') further.push([first.subject.name, value]);
  }
  return further;
}

type Named = Constraint & { readonly subject: Extract<Subject, { readonly kind: 'header' | 'cookie' }> };

/** In one pass: there may be as many names as assertions. Names of headers in lower case. */
function byName(
  constraints: readonly Constraint[],
  kind: 'header' | 'cookie',
): ReadonlyMap<string, readonly Named[]> {
  const groups = new Map<string, Named[]>();
  for (const constraint of constraints) {
    if (!isNamed(constraint, kind)) continue;
    const name = kind === 'header' ? constraint.subject.name.toLowerCase() : constraint.subject.name;
    const group = groups.get(name);
    if (group) group.push(constraint);
    else groups.set(name, [constraint]);
  }
  return groups;
}

function isNamed(constraint: Constraint, kind: 'header' | 'cookie'): constraint is Named {
  return constraint.subject.kind === kind;
}

const TYPES = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/html; charset=utf-8',
  'text/plain; charset=utf-8',
  'text/csv; charset=utf-8',
];

async function cookies(constraints: readonly Constraint[]): Promise<[string, string][]> {
  const headers: [string, string][] = [];
  for (const [name, own] of byName(constraints, 'cookie')) {
    if (await satisfiesAll(own, () => null)) continue;
    headers.push(['Set-Cookie', `${name}=${await textFor(own, [])}; Path=/`]);
  }
  return headers;
}

async function textFor(constraints: readonly Constraint[], usual: readonly string[]): Promise<string> {
  const equal = constraints.flatMap(({ operator, expected }) =>
    operator === 'equals' ? [textOf(expected.value)] : [],
  );
  const texts = [...equal, ...usual, ...sampleTexts(constraints), SAMPLE, ...NUMBERS];
  return toText(await bestMatch(texts, constraints));
}

const NUMBERS = ['1', '60', '100', '1000', '0'];

function toText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}
