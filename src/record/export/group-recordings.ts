/** Recordings as the requests of a mock file: equal ones once, and what tells those apart whose responses differ. */
import { createHash } from 'node:crypto';
import { shownText } from '../recordings/recorded-text.js';
import type { RecordedBody, RecordedMessage, Recording } from '../recordings/recording.js';
import { isExportedHeader } from './exported-header.js';

/** One request of a mock file. */
export interface RecordingGroup {
  /** Its responses in their order; more than one when they differ. */
  readonly turns: readonly Recording[];
  /** The headers of the request that tell it from others like it. */
  readonly tellingHeaders: readonly string[];
}

/** In the order in which the first of each group arrived. */
export function groupRecordings(recordings: readonly Recording[]): readonly RecordingGroup[] {
  const bySent = new Map<string, Recording[]>();
  for (const recording of recordings) {
    const key = sentKey(recording);
    const same = bySent.get(key);
    if (same) same.push(recording);
    else bySent.set(key, [recording]);
  }
  const groups = [...bySent.values()].flatMap((same) => split(same, []));
  return groups.filter((group) => !isHeadOfAnother(group, bySent));
}

/** A mock server responds to HEAD from the request with GET. */
function isHeadOfAnother({ turns }: RecordingGroup, bySent: ReadonlyMap<string, Recording[]>): boolean {
  const [first, second] = turns;
  if (first?.method !== 'HEAD' || second !== undefined) return false;
  const same = bySent.get(sentKey({ ...first, method: 'GET' }));
  return same?.length === 1 && same.every((get) => headKey(get) === headKey(first));
}

const sentKeys = new WeakMap<Recording, string>();

/** Requests with the same key are equal but for their headers. */
function sentKey(recording: Recording): string {
  const { method, path, query, request } = recording;
  const address = [method, shownText(path), shownText(query)];
  return keptKey(sentKeys, recording, () => JSON.stringify([...address, bodyKey(request.body)]));
}

/** Recordings are grouped again and again while there are more and more of them. */
function keptKey(keys: WeakMap<Recording, string>, recording: Recording, makeKey: () => string): string {
  const kept = keys.get(recording) ?? makeKey();
  keys.set(recording, kept);
  return kept;
}

function bodyKey({ text, bytes, size, truncated }: RecordedBody): string {
  if (truncated) return `${size} bytes`;
  return createHash('sha256')
    .update(bytes ?? shownText(text ?? ''))
    .digest('base64');
}

/** Responses with the same key are equal but for what differs in every response. */
const responseKeys = new WeakMap<Recording, string>();

function responseKey(recording: Recording): string {
  return keptKey(responseKeys, recording, () => headKey(recording) + bodyKey(recording.response.body));
}

function headKey({ response }: Recording): string {
  const headers = response.headers.filter(({ name }) => !isVolatile(name.toLowerCase()));
  const lines = headers.map(({ name, value }) => `${name.toLowerCase()}: ${shownText(value)}`);
  return JSON.stringify([response.statusCode, lines]);
}

const VOLATILE: ReadonlySet<string> = new Set([
  'age',
  'cf-ray',
  'content-length',
  'date',
  'expires',
  'nel',
  'report-to',
  'request-id',
  'server-timing',
  'traceparent',
  'tracestate',
  'x-amz-cf-id',
  'x-amz-request-id',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-correlation-id',
  'x-request-id',
  'x-response-time',
  'x-runtime',
  'x-trace-id',
]);

/** Headers that differ in every response and mean nothing to the client. */
function isVolatile(lowerName: string): boolean {
  return VOLATILE.has(lowerName) || /^(?:x-)?ratelimit-/.test(lowerName);
}

/** More than these never tell requests apart. */
const MAX_TELLING_HEADERS = 4;

/** Splits equal requests by the request headers that decide which response comes back; the rest stays together. */
function split(same: readonly Recording[], tellingHeaders: readonly string[]): readonly RecordingGroup[] {
  const turns = inTurns(same);
  if (turns.length === 1 || tellingHeaders.length >= MAX_TELLING_HEADERS) return [{ turns, tellingHeaders }];
  const header = bestHeader(same, new Set(tellingHeaders));
  if (header === undefined) return [{ turns, tellingHeaders }];
  const parts = partsBy(header, same);
  return [...parts.values()].flatMap((part) => split(part, [...tellingHeaders, header]));
}

/** The last response stays, so that its repetitions say nothing new. */
function inTurns(same: readonly Recording[]): readonly Recording[] {
  let count = same.length;
  while (count > 1 && sameResponse(same[count - 1], same[count - 2])) count -= 1;
  return same.slice(0, count);
}

function sameResponse(a: Recording | undefined, b: Recording | undefined): boolean {
  return a !== undefined && b !== undefined && responseKey(a) === responseKey(b);
}

/** The header after whose values the fewest differences are left; undefined when none explains anything. */
function bestHeader(same: readonly Recording[], used: ReadonlySet<string>): string | undefined {
  const names = new Set(same.flatMap(({ request }) => request.headers.map(({ name }) => name.toLowerCase())));
  let best: { readonly name: string; readonly left: number } | undefined;
  for (const name of names) {
    if (used.has(name) || !mayDistinguish(name)) continue;
    const parts = [...partsBy(name, same).values()];
    const left = parts.reduce((sum, part) => sum + differences(part), 0);
    if (left < (best?.left ?? differences(same)) && !isRandom(name, parts)) best = { name, left };
  }
  return best?.name;
}

function differences(recordings: readonly Recording[]): number {
  return new Set(recordings.map(responseKey)).size - 1;
}

function partsBy(header: string, recordings: readonly Recording[]): ReadonlyMap<string, Recording[]> {
  const parts = new Map<string, Recording[]>();
  for (const recording of recordings) {
    const value = tellingValue(recording.request, header) ?? '\0';
    const part = parts.get(value);
    if (part) part.push(recording);
    else parts.set(value, [recording]);
  }
  return parts;
}

/** Of a header with a secret only whether it is there is known; undefined without one. `name` is in lower case. */
export function tellingValue({ headers }: RecordedMessage, name: string): string | undefined {
  const values = headers.filter((header) => header.name.toLowerCase() === name);
  return values.length === 0 ? undefined : values.map(({ value }) => shownText(value)).join(', ');
}

const NEVER_TELLING: ReadonlySet<string> = new Set([
  'baggage',
  'cache-control',
  'pragma',
  'priority',
  'traceparent',
  'tracestate',
  'x-correlation-id',
  'x-request-id',
  'x-trace-id',
]);

function mayDistinguish(name: string): boolean {
  return isExportedHeader(name) && !NEVER_TELLING.has(name);
}

const RANDOM = /\d{6}|[0-9a-f]{12}|[0-9a-f]{8}-[0-9a-f]{4}/i;
const CONDITIONAL = /^(?:if-|range$)/;

/** A time or a random number explains every difference, but is another one the next time. */
function isRandom(name: string, parts: readonly (readonly Recording[])[]): boolean {
  if (CONDITIONAL.test(name)) return false;
  return parts.some(([first]) => first && RANDOM.test(tellingValue(first.request, name) ?? ''));
}
