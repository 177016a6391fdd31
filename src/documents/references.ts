/** `$ref` (RFC 3986, RFC 6901): within a document, and to the other documents of a set. */
import { posix } from 'node:path';
import { mapping, member, type Mapping } from './plain-data.js';

/** A value and the document its references start from. */
export interface Located {
  readonly value: unknown;
  readonly home: Home;
}

export interface Home {
  /** URL or path. */
  readonly location: string;
  readonly root: unknown;
}

/** Where a reference led nowhere: the reference, and why. */
export interface DeadEnd {
  readonly reference: string;
  readonly reason: string;
}

/** What became of the documents that others refer to, by location. */
export type ReferencedDocuments = ReadonlyMap<string, Home | { readonly reason: string }>;

/** Follows references until something else is found; a chain of any length, but no circle. */
export function follow(start: Located, others: ReferencedDocuments): Located | DeadEnd {
  let place = start;
  let seen: Set<unknown> | undefined;
  for (;;) {
    const reference = mapping(place.value)?.['$ref'];
    if (typeof reference !== 'string') return place;
    seen ??= new Set();
    if (seen.has(place.value)) return { reference, reason: 'it leads back to itself' };
    seen.add(place.value);
    const target = targetOf(reference, place.home, others);
    if ('reason' in target) return { reference, reason: target.reason };
    place = target;
  }
}

/** One step of a reference. */
export function targetOf(
  reference: string,
  home: Home,
  others: ReferencedDocuments,
): Located | { readonly reason: string } {
  const hash = reference.indexOf('#');
  const document = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : decoded(reference.slice(hash + 1));
  const owner = document === '' ? home : others.get(resolveLocation(document, home.location));
  if (owner === undefined) return { reason: 'references to other documents are not followed' };
  if ('reason' in owner) return owner;
  const value = fragment.startsWith('/') ? atPointer(owner.root, fragment) : atAnchor(owner.root, fragment);
  return value === undefined ? { reason: 'there is nothing at that place' } : { value, home: owner };
}

/** Where a reference leads from a document, without its fragment. */
export function resolveLocation(document: string, from: string): string {
  if (/^https?:\/\//i.test(from))
    return URL.canParse(document, from) ? new URL(document, from).href : document;
  if (/^[a-z][a-z0-9+.-]+:/i.test(document) || document.startsWith('/')) return document;
  return posix.join(posix.dirname(from), decoded(document));
}

function atPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? (value as unknown[])[Number(name)] : member(value, name);
    if (value === undefined) return undefined;
  }
  return value;
}

const anchors = new WeakMap<Mapping, ReadonlyMap<string, unknown>>();

/** The whole document without a fragment; `$anchor` of JSON Schema 2020-12 with one. */
function atAnchor(root: unknown, name: string): unknown {
  const document = mapping(root);
  if (name === '' || document === undefined) return root;
  let known = anchors.get(document);
  if (known === undefined) {
    known = anchorsOf(document);
    anchors.set(document, known);
  }
  return known.get(name);
}

function anchorsOf(root: Mapping): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const value of everyMapping(root)) {
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = value[key];
      if (typeof name === 'string' && !found.has(name)) found.set(name, value);
    }
  }
  return found;
}

/** Every object of a document once, also where aliases share it. */
export function* everyMapping(root: unknown): Generator<Mapping> {
  const seen = new Set<unknown>();
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!Array.isArray(value)) yield value as Mapping;
    for (const child of Object.values(value) as unknown[]) open.push(child);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
