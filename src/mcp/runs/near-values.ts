/** What stands in a response instead of what an assertion looked for. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { valueAtPath } from '../../evaluation/values/body-path.js';
import { isEqual } from '../../evaluation/values/equality.js';
import { parseJson, type JsonValue } from '../../evaluation/values/json.js';
import { jsonLine } from '../../evaluation/values/json-text.js';
import { cutText } from '../../evaluation/values/value-text.js';
import { editDistance } from '../../primitives/near-names.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { REDACTED } from '../../redaction/redacted.js';
import { readPath, type PathStep } from '../../request-file/expressions/parse-path.js';
import { readSubject, type Subject } from '../../request-file/expressions/parse-subject.js';
import { bodyPathText, type BodyPathPart } from '../../request-file/print/body-path-text.js';
import type { KeptAssertion, KeptResponse } from './kept-run.js';

/** A response whose body is read once for all assertions. */
export interface ReadResponse {
  readonly headers: readonly string[];
  /** ABSENT for a body that is no JSON or is not kept as a whole. */
  readonly json: JsonValue | typeof ABSENT;
}

export function readResponse({ headers, body }: KeptResponse): ReadResponse {
  return { headers: Object.keys(headers), json: body.isCut ? ABSENT : jsonOf(body.text) };
}

function jsonOf(text: string): JsonValue | typeof ABSENT {
  try {
    return parseJson(text);
  } catch {
    return ABSENT;
  }
}

const MAX_NEAR = 5;
const MAX_FOUND = 3;
const MAX_NAME_CHARACTERS = 100;
/** More keys are not compared. */
const MAX_COMPARED_NAMES = 1000;

/** For a path without a value: members of the deepest value that the path reaches, those with near names first. */
export function nearMembers({ subject, isAbsent }: KeptAssertion, { headers, json }: ReadResponse): string[] {
  if (!isAbsent) return [];
  const read = subjectOf(subject);
  if (read.kind === 'header') return nearestFirst(read.name, headers);
  if (read.kind !== 'body' || json === ABSENT) return [];
  const path = readPath(read.path);
  return path.ok ? membersReached(json, path.steps) : [];
}

function subjectOf(text: string): Subject {
  return readSubject(text, 0, text.length, () => false).subject;
}

function membersReached(json: JsonValue, steps: readonly PathStep[]): string[] {
  for (let depth = steps.length - 1; depth >= 0; depth -= 1) {
    const reached = valueAtPath(json, steps.slice(0, depth));
    const isMany = steps.slice(0, depth).some(({ kind }) => kind === 'all');
    if (reached === ABSENT || (isMany && isEmptyList(reached))) continue;
    // After `[*]` the path has many values, of which the first one stands for all.
    return memberNames(isMany && Array.isArray(reached) ? reached[0] : reached, steps[depth]);
  }
  return [];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function memberNames(value: unknown, wanted: PathStep | undefined): string[] {
  if (Array.isArray(value)) {
    const index = wanted?.kind === 'index' ? wanted.index : 0;
    const last = Math.max(0, Math.min(value.length, index + 1) - MAX_NEAR);
    return value.slice(last, last + MAX_NEAR).map((_, at) => `[${last + at}]`);
  }
  if (!isPlainObject(value)) return [];
  const name = wanted?.kind === 'key' ? wanted.key : wanted?.kind === 'index' ? String(wanted.index) : '';
  return nearestFirst(name, Object.keys(value));
}

function nearestFirst(wanted: string, names: readonly string[]): string[] {
  const word = cutText(wanted, MAX_NAME_CHARACTERS).toLowerCase();
  return names
    .slice(0, MAX_COMPARED_NAMES)
    .map((name) => {
      const text = cutText(name, MAX_NAME_CHARACTERS);
      return { text, distance: editDistance(word, text.toLowerCase(), MAX_NAME_CHARACTERS) };
    })
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAX_NEAR)
    .map(({ text }) => text);
}

/** Paths at which the expected value of a comparison does stand, those with the same key first. */
export function placesOfExpected(assertion: KeptAssertion, { json }: ReadResponse): string[] {
  const { operator, passed, subject, expectedValue } = assertion;
  const read = subjectOf(subject);
  const isOfBody = read.kind === 'body' || read.kind === 'jsonpath' || read.kind === 'header';
  if (passed || operator !== 'equals' || json === ABSENT || !isOfBody) return [];
  if (expectedValue === undefined || jsonLine(expectedValue).includes(REDACTED)) return [];
  const key = lastKey(read);
  const found = findEqual(json, expectedValue).map((parts) => ({ parts, isSameKey: parts.at(-1) === key }));
  return found
    .filter(({ isSameKey }) => isSameKey || isTelling(expectedValue))
    .toSorted((a, b) => Number(b.isSameKey) - Number(a.isSameKey) || a.parts.length - b.parts.length)
    .slice(0, MAX_FOUND)
    .map(({ parts }) => cutText(bodyPathText(parts), 2 * MAX_NAME_CHARACTERS));
}

/** Values that stand in many places of any document say nothing, unless the key is the same. */
function isTelling(value: unknown): boolean {
  return value !== null && typeof value !== 'boolean' && value !== '' && value !== 0;
}

function lastKey(subject: Subject): string | undefined {
  if (subject.kind === 'header') return subject.name;
  const path = subject.kind === 'body' ? readPath(subject.path) : undefined;
  const last = path?.ok ? path.steps.at(-1) : undefined;
  return last?.kind === 'key' ? last.key : undefined;
}

const MAX_VISITED = 100_000;
const MAX_CANDIDATES = 200;

interface Visited {
  readonly value: unknown;
  readonly part: BodyPathPart;
  readonly parent: Visited | undefined;
}

/** Breadth first, so that the shortest paths are found when there are too many. */
function findEqual(json: JsonValue, expected: unknown): BodyPathPart[][] {
  const found: BodyPathPart[][] = [];
  const open: Visited[] = [{ value: json, part: '', parent: undefined }];
  for (let at = 0; at < open.length && found.length < MAX_CANDIDATES; at += 1) {
    const visited = open[at] as Visited;
    if (isEqual(visited.value, expected)) found.push(partsOf(visited));
    for (const [part, value] of entriesOf(visited.value)) {
      if (open.length >= MAX_VISITED) break;
      open.push({ value, part, parent: visited });
    }
  }
  return found;
}

function entriesOf(value: unknown): (readonly [BodyPathPart, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item] as const);
  return isPlainObject(value) ? Object.entries(value) : [];
}

function partsOf(visited: Visited): BodyPathPart[] {
  const parts: BodyPathPart[] = [];
  for (let each = visited; each.parent !== undefined; each = each.parent) parts.push(each.part);
  return parts.toReversed();
}
