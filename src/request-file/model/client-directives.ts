/** The values of directives that other clients define and svc uses; they are kept as text in the metadata. */
import { readDirectiveDuration } from './directive-values.js';
import type { Auth, Metadata, Request, RequestFile } from './model.js';
import { isOnePlaceholder } from '../text/template.js';

/** How `@loop` repeats a request: a number of times, or once for each element of a list. */
export type Loop =
  | { readonly count: number }
  | { readonly variable: string; /** One placeholder. */ readonly list: string };

export const MAX_LOOPS = 10_000;
export const MAX_SLEEP_MS = 60_000;

const COUNTED = /^(?:for[ \t]+)?(\d{1,9})$/;
const LISTED = /^for[ \t]+([A-Za-z_][\w-]*)[ \t]+of[ \t]+(\{\{.*\}\})$/s;

/** Undefined for a loop with a condition or an expression. */
export function readLoop(value: string): Loop | undefined {
  const counted = COUNTED.exec(value);
  if (counted) {
    const count = Number(counted[1]);
    return count <= MAX_LOOPS ? { count } : undefined;
  }
  const [, variable = '', list = ''] = LISTED.exec(value) ?? [];
  return variable !== '' && isOnePlaceholder(list) ? { variable, list } : undefined;
}

/** The metadata in which several directives of one name are stored as lines of one text. */
export const REPEATED_KEYS: ReadonlySet<string> = new Set(['prompt', 'import', 'forceref', 'ref']);

/** The values of such directives; one without a value says nothing. */
export function directiveTexts(metadata: Metadata, key: string): readonly string[] {
  const value = metadata[key];
  return typeof value === 'string' ? value.split('\n').filter((text) => text !== '') : NONE;
}

const NONE: readonly string[] = [];

/** Whether the file names other requests by `import`, `run` or `@forceRef`. */
export function mayCall({ imports = [], runs = [], requests }: RequestFile): boolean {
  return (
    imports.length > 0 ||
    runs.length > 0 ||
    requests.some(({ metadata }) => metadata['forceref'] !== undefined)
  );
}

/** Whether a request wants a value, or wants to know whether it is sent. */
export function asksUser({ metadata }: Pick<Request, 'metadata'>): boolean {
  return metadata['prompt'] !== undefined || metadata['note'] !== undefined;
}

export interface Prompt {
  readonly name: string;
  /** What the user is asked. */
  readonly text: string;
  /** Whether what the user types is not shown, and a secret. */
  readonly secret: boolean;
}

/** `@prompt name [text]`, once for each name. */
export function promptsOf({ metadata }: Pick<Request, 'metadata'>): readonly Prompt[] {
  if (metadata['prompt'] === undefined) return [];
  return directiveTexts(metadata, 'prompt').flatMap((value) => {
    const [, name = '', text = ''] = /^(\S+)[ \t]*(.*)$/s.exec(value) ?? [];
    const secret = /password|secret|token|key/i.test(name);
    return name === '' ? [] : [{ name, text: text === '' ? name : text, secret }];
  });
}

/** How a request authenticates: by `@auth`, or by a short form of `Authorization` of another client. */
export function authOf({ metadata, clientAuth }: Pick<Request, 'metadata' | 'clientAuth'>): Auth | undefined {
  return metadata.auth ?? clientAuth;
}

/** The text of `@note`, which somebody has to confirm; undefined without one. */
export function noteOf({ metadata }: Pick<Request, 'metadata'>): string | undefined {
  const note = metadata['note'];
  return typeof note === 'string' ? note : undefined;
}

/** Whether `@disabled` leaves the request out. */
export function isDisabled({ metadata }: Pick<Request, 'metadata'>): boolean {
  return metadata['disabled'] === '' || metadata['disabled'] === 'true';
}

/** Whether the file itself says that the request is not run. */
export function isSkipped(request: Pick<Request, 'metadata'>): boolean {
  return request.metadata.skip !== undefined || isDisabled(request);
}

/** Whether `@no-log` keeps headers and bodies out of reports and history. */
export function isUnlogged({ metadata }: Pick<Request, 'metadata'>): boolean {
  return metadata['no-log'] !== undefined;
}

/** Whether a value of `@sleep` or `@connection-timeout` is one; a placeholder is read when the request runs. */
export function isClientDuration(value: string): boolean {
  return isOnePlaceholder(value) || readDirectiveDuration(value) !== undefined;
}

/** `>> path` or `>>! path`: where a response is to be saved. */
export interface SavedResponse {
  readonly path: string;
  /** Whether an existing file is replaced. */
  readonly replaces: boolean;
}

export function savedResponses({ foreign }: Pick<Request, 'foreign'>): readonly SavedResponse[] {
  if (foreign.length === 0) return [];
  return foreign.flatMap(({ text }) => {
    const [, mark, path = ''] = /^>>(!?)[ \t]+(\S+)[ \t]*$/.exec(text) ?? [];
    return mark === undefined ? [] : [{ path, replaces: mark === '!' }];
  });
}
