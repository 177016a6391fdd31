/**
 * Gives requests of one name distinct names where references mean them. In other clients such a reference means the last
 * request that was sent under the name, so it is that of the nearest request above.
 */
import type { Request, RequestFile } from '../../request-file/model/model.js';
import { uniqueNames } from '../../request-file/write-safely.js';

export function withDistinctNames(file: RequestFile): RequestFile {
  if (!file.diagnostics.some(({ code }) => code === 'ambiguous_name')) return file;
  const names = uniqueNames(file.requests.map(({ name }) => name));
  const current = new Map<string, string>();
  const requests = file.requests.map((request, i) => {
    const name = names[i] ?? request.name;
    const { layout, ...rest } = request;
    const renamed = renameIn(rest, current);
    current.set(request.name, name);
    if (renamed === rest && name === request.name) return request;
    const sections = layout?.sections ?? [];
    // The title stays as it is; a name that came from it is written as one of its own.
    return {
      ...(renamed as Request),
      name,
      ...(sections.length > 0 && { layout: { sections, directives: [], blocks: [] } }),
    };
  });
  return { ...file, requests };
}

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
    key === 'name' || key === 'title' ? item : renameIn(item, names),
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
