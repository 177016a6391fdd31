/** The answer of a route without a mock block, from the assertions of its request (server.md 11). */
import { toJson, textOf } from '../evaluation/json.js';
import type { Scope } from '../evaluation/scope.js';
import type { Subject } from '../request-file/parse-subject.js';
import { finishAnswer, hasNoBody, isOwnHeader, type MockAnswer } from './answer.js';
import { deriveBody } from './derive-body.js';
import { SAMPLE } from './made-up.js';
import { sampleTexts } from './sample-value.js';
import { fittest, fulfilsAll, type Wish } from './wish.js';

export async function deriveAnswer(wishes: readonly Wish[], scope: Scope): Promise<MockAnswer> {
  const status = await deriveStatus(wishes);
  const { text, isJson } = hasNoBody(status) ? { text: '', isJson: false } : await deriveBody(wishes, scope);
  const draft = { status, headers: equalHeaders(wishes), body: text, isJson };
  const headers = [
    ...draft.headers,
    ...(await furtherHeaders(wishes, finishAnswer(draft))),
    ...(await cookies(wishes)),
  ];
  return finishAnswer({ ...draft, headers });
}

/** The last equality, or the one that a mock block without a status line takes too. */
export function equalStatus(wishes: readonly Wish[]): number | undefined {
  return wishes.findLast((wish) => statusOf(wish) !== undefined)?.expected.value as number | undefined;
}

function statusOf({ subject, operator, expected: { value } }: Wish): number | undefined {
  if (subject.kind !== 'status' || operator !== 'equals' || typeof value !== 'number') return undefined;
  return Number.isInteger(value) && value >= 200 && value <= 599 ? value : undefined;
}

/** Without an equality 200, unless other assertions rule just that out. */
async function deriveStatus(wishes: readonly Wish[]): Promise<number> {
  const equal = equalStatus(wishes);
  if (equal !== undefined) return equal;
  const own = wishes.filter(({ subject, operator }) => subject.kind === 'status' && operator !== 'equals');
  if (await fulfilsAll(own, () => USUAL_STATUS)) return USUAL_STATUS;
  for (const status of await possible(own)) if (await fulfilsAll(own, () => status)) return status;
  return USUAL_STATUS;
}

const USUAL_STATUS = 200;

async function possible(wishes: readonly Wish[]): Promise<readonly number[]> {
  const named = wishes.flatMap(({ operator, expected: { value } }) =>
    operator === 'in' && Array.isArray(value) ? (value as unknown[]) : [],
  );
  const all = [...named, ...Array.from({ length: 400 }, (_, index) => 200 + index)];
  return all.filter((status) => typeof status === 'number' && status >= 200 && status <= 599) as number[];
}

function equalHeaders(wishes: readonly Wish[]): [string, string][] {
  const headers = new Map<string, [string, string]>();
  for (const { subject, operator, expected } of wishes) {
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
async function furtherHeaders(wishes: readonly Wish[], { headers }: MockAnswer): Promise<[string, string][]> {
  const known = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const further: [string, string][] = [];
  for (const [lower, own] of byName(wishes, 'header')) {
    const [first] = own;
    if (!first || !isGiven(lower)) continue;
    const present = known.get(lower) ?? null;
    if (await fulfilsAll(own, () => present)) continue;
    const value = await textFor(own, lower === 'content-type' ? TYPES : []);
    if (present === null || lower === 'content-type') further.push([first.subject.name, value]);
  }
  return further;
}

type Named = Wish & { readonly subject: Extract<Subject, { readonly kind: 'header' | 'cookie' }> };

/** In one pass: there may be as many names as assertions. Names of headers in lower case. */
function byName(wishes: readonly Wish[], kind: 'header' | 'cookie'): ReadonlyMap<string, readonly Named[]> {
  const groups = new Map<string, Named[]>();
  for (const wish of wishes) {
    if (!isNamed(wish, kind)) continue;
    const name = kind === 'header' ? wish.subject.name.toLowerCase() : wish.subject.name;
    const group = groups.get(name);
    if (group) group.push(wish);
    else groups.set(name, [wish]);
  }
  return groups;
}

function isNamed(wish: Wish, kind: 'header' | 'cookie'): wish is Named {
  return wish.subject.kind === kind;
}

const TYPES = [
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/html; charset=utf-8',
  'text/plain; charset=utf-8',
  'text/csv; charset=utf-8',
];

async function cookies(wishes: readonly Wish[]): Promise<[string, string][]> {
  const headers: [string, string][] = [];
  for (const [name, own] of byName(wishes, 'cookie')) {
    if (await fulfilsAll(own, () => null)) continue;
    headers.push(['Set-Cookie', `${name}=${await textFor(own, [])}; Path=/`]);
  }
  return headers;
}

async function textFor(wishes: readonly Wish[], usual: readonly string[]): Promise<string> {
  const equal = wishes.flatMap(({ operator, expected }) =>
    operator === 'equals' ? [textOf(expected.value)] : [],
  );
  const texts = [...equal, ...usual, ...sampleTexts(wishes), SAMPLE, ...NUMBERS];
  return toText(await fittest(texts, wishes));
}

const NUMBERS = ['1', '60', '100', '1000', '0'];

function toText(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}
