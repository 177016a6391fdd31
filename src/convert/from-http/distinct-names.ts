/**
 * Gives requests of one name distinct names where references mean them. In other clients such a reference means the last
 * request that was sent under the name, so it is that of the nearest request above.
 */
import type { RequestFile } from '../../request-file/model/model.js';
import { uniqueNames } from '../../request-file/write-safely.js';
import { rebuiltRequest } from '../rebuilt-request.js';

export function withDistinctNames(file: RequestFile): RequestFile {
  if (!file.diagnostics.some(({ code }) => code === 'ambiguous_name')) return file;
  const names = uniqueNames(file.requests.map(({ name }) => name));
  const current = new Map<string, string>();
  const requests = file.requests.map((request, i) => {
    const name = names[i] ?? request.name;
    const renamed = renameIn(request, current);
    current.set(request.name, name);
    if (renamed === request && name === request.name) return request;
    // The title stays as it is; a name that came from it is written as one of its own.
    return rebuiltRequest({ ...renamed, name });
  });
  return { ...file, requests };
}

/** A name is no reference, and the layout is read from the text. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['name', 'title', 'layout']);

/** The same value if nothing in it refers to a renamed request. The depth of a model is limited by its parser. */
function renameIn<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return renamedText(value, names) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map((item: unknown) => renameIn(item, names));
    return items.every((item, i) => item === value[i]) ? value : (items as T);
  }
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    key,
    OWN_FIELDS.has(key) ? item : renameIn(item, names),
  ]);
  const members = Object.fromEntries(entries) as Readonly<Record<string, unknown>>;
  const isSame = Object.entries(value).every(([key, item]) => members[key] === item);
  return isSame ? value : (members as T);
}

function renamedText(text: string, names: ReadonlyMap<string, string>): string {
  const whole = names.get(text);
  if (whole !== undefined && whole !== text) return whole;
  if (!text.includes('{{')) return text;
  return text.replace(/(\{\{[ \t]*)([\w-]+)(?=\.)/g, (written, start: string, name: string) => {
    const found = names.get(name);
    return found === undefined ? written : `${start}${found}`;
  });
}
