import { ServiceError } from '../errors.js';
import { splitReference } from '../evaluation/json-schema/references/reference.js';
import { parseDocument } from './parse-document.js';
import {
  everyMapping,
  resolveLocation,
  type SourceDocument,
  type ReferencedDocuments,
} from './references.js';

/** Gives the text of a document; the message of its error is reported as the reason why a reference was not followed. */
export type LoadDocument = (location: string) => Promise<string>;

/** Most documents have no external references, so that only those are searched whose text looks like it. */
export function mayReferToOthers(text: string): boolean {
  return EXTERNAL_REFERENCE.test(text);
}

const EXTERNAL_REFERENCE = /\$ref["']?\s*:\s*["']?[^"'#\s]/;

export interface LoadLimits {
  /** For all documents together. */
  readonly characters: number;
  readonly milliseconds: number;
  readonly clock: () => number;
}

/** Some descriptions are thousands of small files, so their number is no limit. */
const LIMITS: LoadLimits = {
  characters: 200 * 1024 * 1024,
  milliseconds: 120_000,
  clock: () => Date.now(),
};

/** Loads all documents that are reachable by `$ref`, so that references can be followed synchronously later. */
export async function loadReferencedDocuments(
  main: SourceDocument,
  load: LoadDocument,
  { characters, milliseconds, clock }: LoadLimits = LIMITS,
): Promise<ReferencedDocuments> {
  const others = new Map<string, SourceDocument | { readonly reason: string }>();
  const open: SourceDocument[] = [main];
  const end = clock() + milliseconds;
  let remaining = characters;
  for (let home = open.pop(); home !== undefined; home = open.pop()) {
    for (const location of locationsIn(home)) {
      if (location === main.location) others.set(location, main);
      if (others.has(location)) continue;
      const limit =
        remaining <= 0 ? 'more than 200 MiB' : clock() > end ? 'more than two minutes' : undefined;
      if (limit !== undefined) {
        others.set(location, { reason: `the other documents take ${limit}` });
        continue;
      }
      const text = await textOf(load, location);
      if (typeof text === 'string') remaining -= text.length;
      const loaded = typeof text === 'string' ? await homeOf(location, text) : text;
      others.set(location, loaded);
      if ('root' in loaded) open.push(loaded);
    }
  }
  return others;
}

function locationsIn({ root, location }: SourceDocument): Set<string> {
  const found = new Set<string>();
  for (const value of everyMapping(root)) {
    const reference = value['$ref'];
    if (typeof reference !== 'string' || reference === '' || reference.startsWith('#')) continue;
    found.add(resolveLocation(splitReference(reference).address, location));
  }
  return found;
}

async function textOf(load: LoadDocument, location: string): Promise<string | { readonly reason: string }> {
  try {
    return await load(location);
  } catch (error) {
    if (error instanceof ServiceError) return { reason: error.message };
    throw error;
  }
}

async function homeOf(location: string, text: string): Promise<SourceDocument | { readonly reason: string }> {
  const parsed = await parseDocument(text);
  return 'fault' in parsed ? { reason: `it is ${parsed.fault}` } : { location, root: parsed.value };
}
