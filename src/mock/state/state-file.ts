/** The state of a mock server as readable JSON, in a stable order. */
import { parseJson, toJson } from '../../evaluation/values/json.js';
import { isExact } from '../../evaluation/values/number.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { redactValue } from '../../redaction/redact.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { StateFull, type StateStore, type StoredItem } from './state-store.js';

const VERSION = 1;

/** Secret values are masked, so a state that was loaded has them no longer. */
export function writeState(store: StateStore, secrets: SecretSet): string {
  const collections = Object.fromEntries(store.all().map(([path, items]) => [path, items.map(toEntry)]));
  return `${toJson(redactValue({ version: VERSION, collections }, secrets), 2)}\n`;
}

function toEntry({ id, value, contentType, encoding }: StoredItem): object {
  return { id, value, ...(contentType !== undefined && { contentType }), ...(encoding && { encoding }) };
}

/** Fills an empty store. Returns the reason why the text is no state, and an empty text when it is one. */
export function readState(text: string, store: StateStore): string {
  let document: unknown;
  try {
    document = parseJson(text);
  } catch {
    return 'it is not valid JSON';
  }
  if (!isPlainObject(document) || !isPlainObject(document['collections']))
    return 'it is not the state of a mock server, which has `version` and `collections`';
  if (document['version'] !== VERSION)
    return `its version is ${toJson(document['version'] ?? null)}; this svc reads version ${VERSION}`;
  try {
    // Shorter paths first, so that items exist before what is below them.
    const paths = Object.entries(document['collections']).toSorted(([a], [b]) => a.length - b.length);
    for (const [path, items] of paths) {
      const reason = readCollection(path, items, store);
      if (reason !== '') return reason;
    }
  } catch (error) {
    if (error instanceof StateFull) return error.message;
    throw error;
  }
  return '';
}

function readCollection(path: string, items: unknown, store: StateStore): string {
  if (!isCollectionPath(path)) return `${JSON.stringify(path)} is not the path of a collection`;
  if (!Array.isArray(items)) return `${path} is not a list of items`;
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (!isItem(item)) return `item ${index + 1} of ${path} needs \`id\` (text or integer) and \`value\``;
    if (ids.has(String(item.id))) return `item ${index + 1} of ${path} has the id of another item`;
    ids.add(String(item.id));
  }
  store.load(path, items as readonly StoredItem[]);
  return '';
}

function isCollectionPath(path: string): boolean {
  if (!/^(?:\/[^/?#\s]+)+$/.test(path)) return false;
  try {
    return path.split('/').every((segment) => encodeURIComponent(decodeURIComponent(segment)) === segment);
  } catch {
    return false;
  }
}

function isItem(item: unknown): item is StoredItem {
  if (!isPlainObject(item) || !Object.hasOwn(item, 'value')) return false;
  const { id, contentType, encoding } = item;
  const isId = typeof id === 'string' ? id !== '' : isExact(id) && Number.isInteger(Number(id));
  const isType = contentType === undefined || isHeaderText(contentType);
  return isId && isType && (encoding === undefined || encoding === 'base64');
}

function isHeaderText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && /^[\x20-\x7e]*$/.test(value);
}
