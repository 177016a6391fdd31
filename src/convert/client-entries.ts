/** Structures that collections and client exports have in common. */
import { list, mapping, type Mapping } from '../documents/plain-data.js';
import { looseText } from './foreign-template.js';
import type { BodyDraft, PairDraft } from './import-draft.js';
import type { ImportedVariables } from './imported-variables.js';

/** Converts the text of a client to a template. */
export type ReadTemplate = (value: unknown) => string;

/** Reads the texts of a part of a request, such as its body, and receives the losses of the part. */
export interface PartReader {
  readonly read: ReadTemplate;
  /** `below` is a JSON pointer relative to the part. */
  readonly lose: (reason: string, below?: string) => void;
}

export interface ImportedBody {
  readonly body?: BodyDraft;
  /** Applies when no header sets another type. */
  readonly contentType?: string;
}

/** Entries of a list that are not disabled. */
export function enabledEntries(value: unknown): Mapping[] {
  return list(value).flatMap((each) => {
    const entry = mapping(each);
    return entry === undefined || entry['disabled'] === true ? [] : [entry];
  });
}

/** The enabled pairs whose name, stored as `nameKey`, is not empty. */
export function readPairs(value: unknown, nameKey: string, read: ReadTemplate): PairDraft[] {
  return enabledEntries(value).flatMap((entry) => {
    const key = looseText(entry[nameKey]).trim();
    return key === '' ? [] : [{ key, value: read(entry['value']) }];
  });
}

export interface PathVariables {
  readonly values: ReadonlyMap<string, string>;
  /** Whether a value is itself a template, which is written instead of a variable. */
  readonly isTemplate: (value: string) => boolean;
  readonly variables: ImportedVariables;
  /** The request that the variables belong to. */
  readonly owner: string;
}

/** `:id` becomes `{{id}}`, which is defined unless its value is itself a template. */
export function readPath(path: string, read: ReadTemplate, context: PathVariables): string {
  const segments = path.split('/').map((segment) => {
    const name = segment.startsWith(':') ? segment.slice(1) : '';
    const value = name === '' ? undefined : context.values.get(name);
    if (value === undefined) return read(segment);
    if (context.isTemplate(value)) return read(value);
    return context.variables.use(name, value === '' ? undefined : value, context.owner);
  });
  return segments.join('/');
}

/** Adds the type of the body unless a header sets one. */
export function withContentType(headers: readonly PairDraft[], contentType: string | undefined): PairDraft[] {
  const isSet = headers.some(({ key }) => key.toLowerCase() === 'content-type');
  return contentType === undefined || isSet
    ? [...headers]
    : [...headers, { key: 'Content-Type', value: contentType }];
}

/** The comment above the first request of a folder. */
export function folderHeading(folders: readonly string[]): string {
  return `# ==== ${folders.join(' / ')} ====`;
}

export function titleOf(folders: readonly string[], name: string, method: string): string {
  const title = name || `${method} request`;
  return folders.length === 0 ? title : `${folders.join('/')} - ${title}`;
}
