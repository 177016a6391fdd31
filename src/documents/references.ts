/** Follows `$ref` (RFC 3986, RFC 6901) within a document and to other documents of a set. */
import { percentDecoded } from '../primitives/percent.js';
import { posix } from 'node:path';
import { mapping, type Mapping } from './plain-data.js';
import { valueAtPointer } from '../primitives/json-pointer.js';

/** A value and the document from which its references start. */
export interface Located {
  readonly value: unknown;
  readonly home: SourceDocument;
}

export interface SourceDocument {
  /** The URL or path of the document. */
  readonly location: string;
  readonly root: unknown;
}

/** A reference that leads nowhere, with the reason. */
export interface UnresolvedReference {
  readonly reference: string;
  readonly reason: string;
}

/** The documents that others refer to, by location, or the reason why one could not be loaded. */
export type ReferencedDocuments = ReadonlyMap<string, SourceDocument | { readonly reason: string }>;

/** Follows a chain of references to its end, which must not be a circle. */
export function followReferences(start: Located, others: ReferencedDocuments): Located | UnresolvedReference {
  let place = start;
  let seen: Set<unknown> | undefined;
  for (;;) {
    const reference = mapping(place.value)?.['$ref'];
    if (typeof reference !== 'string') return place;
    seen ??= new Set();
    if (seen.has(place.value)) return { reference, reason: 'it leads back to itself' };
    seen.add(place.value);
    const target = resolveReference(reference, place.home, others);
    if ('reason' in target) return { reference, reason: target.reason };
    place = target;
  }
}

/** Follows one reference. */
export function resolveReference(
  reference: string,
  home: SourceDocument,
  others: ReferencedDocuments,
): Located | { readonly reason: string } {
  const hash = reference.indexOf('#');
  const document = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : percentDecoded(reference.slice(hash + 1));
  const owner = document === '' ? home : others.get(resolveLocation(document, home.location));
  if (owner === undefined) return { reason: 'references to other documents are not followed' };
  if ('reason' in owner) return owner;
  const value = fragment.startsWith('/')
    ? valueAtPointer(owner.root, fragment)
    : atAnchor(owner.root, fragment);
  return value === undefined ? { reason: 'there is nothing at that place' } : { value, home: owner };
}

/** The location of the document that a reference names, without its fragment. */
export function resolveLocation(document: string, from: string): string {
  if (/^https?:\/\//i.test(from))
    return URL.canParse(document, from) ? new URL(document, from).href : document;
  if (/^[a-z][a-z0-9+.-]+:/i.test(document) || document.startsWith('/')) return document;
  return posix.join(posix.dirname(from), percentDecoded(document));
}

const anchors = new WeakMap<Mapping, ReadonlyMap<string, unknown>>();

/** The whole document for an empty name, else the schema with that `$anchor` (JSON Schema 2020-12). */
function atAnchor(root: unknown, name: string): unknown {
  const document = mapping(root);
  if (name === '' || document === undefined) return root;
  let found = anchors.get(document);
  if (found === undefined) {
    found = anchorsOf(document);
    anchors.set(document, found);
  }
  return found.get(name);
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

/** Every object of a document once, even where aliases share it. */
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
