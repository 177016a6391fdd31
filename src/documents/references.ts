/** The references of a document, within it and to other documents of a set. */
import { posix } from 'node:path';
import {
  splitReference,
  valueAtFragment,
  type Located as LocatedIn,
} from '../evaluation/json-schema/references/reference.js';
import { getOrAdd } from '../primitives/get-or-add.js';
import { percentDecoded } from '../primitives/text/percent.js';
import { mapping, type Mapping } from './plain-data.js';

export type Located = LocatedIn<SourceDocument>;

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
  // Nearly every chain is a single step, which cannot be a circle.
  let seen: Set<unknown> | undefined;
  for (let steps = 0; ; steps++) {
    const reference = mapping(place.value)?.['$ref'];
    if (typeof reference !== 'string') return place;
    if (steps > 0) seen ??= new Set([start.value]);
    if (seen?.has(place.value)) return { reference, reason: 'it leads back to itself' };
    seen?.add(place.value);
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
  const { address, fragment } = splitReference(reference);
  if (address === '') return resolveInside(fragment, home);
  const owner = others.get(resolveLocation(address, home.location));
  if (owner === undefined) return { reason: 'references to other documents are not followed' };
  return 'reason' in owner ? owner : resolveInside(fragment, owner);
}

function resolveInside(fragment: string, home: SourceDocument): Target {
  return getOrAdd(getOrAdd(targets, home, newTargets), fragment, () => {
    const value = valueAtFragment(home, percentDecoded(fragment), anchorsOf);
    return value === undefined ? NOTHING_THERE : { value, home };
  });
}

type Target = Located | { readonly reason: string };

const NOTHING_THERE: Target = { reason: 'there is nothing at that place' };

/** What fragments of each document lead to, because many operations refer to the same places. */
const targets = new WeakMap<SourceDocument, Map<string, Target>>();

function newTargets(): Map<string, Target> {
  return new Map();
}

/** The location of the document that a reference names, without its fragment. */
export function resolveLocation(document: string, from: string): string {
  if (/^https?:\/\//i.test(from))
    return URL.canParse(document, from) ? new URL(document, from).href : document;
  if (/^[a-z][a-z0-9+.-]+:/i.test(document) || document.startsWith('/')) return document;
  return posix.join(posix.dirname(from), percentDecoded(document));
}

const anchors = new WeakMap<SourceDocument, ReadonlyMap<string, unknown>>();

/** The values with an `$anchor` (JSON Schema 2020-12), wherever they are in the document. */
function anchorsOf(document: SourceDocument): ReadonlyMap<string, unknown> {
  return getOrAdd(anchors, document, () => {
    const found = new Map<string, unknown>();
    for (const value of everyMapping(document.root)) {
      for (const key of ['$anchor', '$dynamicAnchor']) {
        const name = value[key];
        if (typeof name === 'string' && !found.has(name)) found.set(name, value);
      }
    }
    return found;
  });
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
