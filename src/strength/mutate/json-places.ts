/** Where the values of a JSON text stand, so that one of them can be changed while all others keep their text. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scalarEnd,
  skipBlanks,
  stringEnd,
} from '../../primitives/json-scanner.js';
import type { ValuePath } from '../model/mutant.js';

export type JsonPlaceKind = 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';

export interface JsonPlace {
  readonly kind: JsonPlaceKind;
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  /** Undefined for elements and for the whole document. */
  readonly key: string | undefined;
  /** Where its key starts; the same as `start` without one. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Members or elements, in the order of the text. Of members with equal keys only the last counts. */
  readonly children: readonly JsonPlace[];
}

interface KeySite {
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
}

const NO_CHILDREN: readonly JsonPlace[] = [];

/** The text has to be valid JSON whose depth is limited. */
export function readJsonPlaces(text: string): JsonPlace {
  const start = skipBlanks(text, 0);
  return placeAt(text, start, { key: undefined, start, end: start });
}

function placeAt(text: string, start: number, site: KeySite): JsonPlace {
  const code = text.charCodeAt(start);
  const of = (kind: JsonPlaceKind, end: number, children = NO_CHILDREN): JsonPlace => ({
    kind,
    start,
    end,
    key: site.key,
    keyStart: site.start,
    keyEnd: site.end,
    children,
  });
  if (code === OPEN_BRACE || code === OPEN_BRACKET) {
    const isList = code === OPEN_BRACKET;
    const children: JsonPlace[] = [];
    const end = readChildren(text, start, isList, children);
    return of(isList ? 'list' : 'object', end, isList ? children : withoutRepeatedKeys(children));
  }
  if (code === QUOTE) return of('text', stringEnd(text, start));
  const end = scalarEnd(text, start);
  if (code === 110) return of('null', end);
  return of(code === 116 || code === 102 ? 'boolean' : 'number', end);
}

/** Returns the offset behind the closing bracket. */
function readChildren(text: string, start: number, isList: boolean, children: JsonPlace[]): number {
  const closing = isList ? CLOSE_BRACKET : CLOSE_BRACE;
  let at = skipBlanks(text, start + 1);
  if (text.charCodeAt(at) === closing) return at + 1;
  while (at < text.length) {
    const child = isList ? placeAt(text, at, { key: undefined, start: at, end: at }) : memberAt(text, at);
    children.push(child);
    at = skipBlanks(text, child.end);
    if (text.charCodeAt(at) !== COMMA) return at + 1;
    at = skipBlanks(text, at + 1);
  }
  return at;
}

function memberAt(text: string, start: number): JsonPlace {
  const end = stringEnd(text, start);
  const colon = skipBlanks(text, end);
  return placeAt(text, skipBlanks(text, colon + 1), { key: keyOf(text, start, end), start, end });
}

function keyOf(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1);
  return key.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : key;
}

function withoutRepeatedKeys(members: readonly JsonPlace[]): readonly JsonPlace[] {
  const last = new Map(members.map((member) => [member.key, member]));
  return last.size === members.length ? members : members.filter((member) => last.get(member.key) === member);
}

/** Undefined when the path leads to nothing. */
export function placeAtPath(root: JsonPlace, path: ValuePath): JsonPlace | undefined {
  let place: JsonPlace | undefined = root;
  for (const part of path) {
    if (place === undefined) return undefined;
    if (typeof part === 'number') place = place.kind === 'list' ? place.children[part] : undefined;
    else place = place.kind === 'object' ? place.children.find(({ key }) => key === part) : undefined;
  }
  return place;
}

/** The object or list that has the value, and its position there. */
export function parentAtPath(
  root: JsonPlace,
  path: ValuePath,
): { readonly parent: JsonPlace; readonly index: number } | undefined {
  const parent = placeAtPath(root, path.slice(0, -1));
  const place = placeAtPath(root, path);
  if (path.length === 0 || parent === undefined || place === undefined) return undefined;
  return { parent, index: parent.children.indexOf(place) };
}
