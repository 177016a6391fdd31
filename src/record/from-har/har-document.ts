/** Reads the entries of a HAR document (1.1 and 1.2); every part of it may be missing or of another type. */
import { ServiceError } from '../../errors.js';
import { isPlainObject } from '../../primitives/plain-object.js';

export type HarObject = Readonly<Record<string, unknown>>;

export interface HarEntry {
  readonly request: HarObject;
  readonly response: HarObject;
  readonly url: URL;
  readonly method: string;
  readonly status: number;
  /** The kind of resource, which browsers add. */
  readonly resourceType: string;
  /** Milliseconds since 1970; undefined if it is not given. */
  readonly startedAt: number | undefined;
  readonly durationMs: number;
}

export interface HarDocument {
  /** The title of the first page, or the program that wrote the document. */
  readonly title: string;
  readonly entries: readonly unknown[];
}

/** Throws ServiceError('input') if it is something else. */
export function readHarDocument(text: string): HarDocument {
  const log = objectAt(parsed(text), 'log');
  const { entries, pages, creator } = log;
  if (!Array.isArray(entries)) throw notHar('it has no list "log.entries"');
  const page: unknown = Array.isArray(pages) ? pages[0] : undefined;
  const title = textAt(isPlainObject(page) ? page : {}, 'title') || textAt(objectAt(log, 'creator'), 'name');
  return { title: creator === undefined && title === '' ? 'HAR' : title || 'HAR', entries };
}

/** The entry, or the reason why it cannot be read. */
export function readHarEntry(entry: unknown): HarEntry | string {
  if (!isPlainObject(entry)) return 'the entry is not an object';
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const url = URL.parse(textAt(request, 'url'));
  if (url === null) return 'the request has no valid URL';
  const method = textAt(request, 'method').toUpperCase();
  if (method === '') return 'the request has no method';
  const startedAt = Date.parse(textAt(entry, 'startedDateTime'));
  const { time } = entry;
  return {
    request,
    response,
    url,
    method,
    status: typeof response['status'] === 'number' ? response['status'] : 0,
    resourceType: textAt(entry, '_resourceType').toLowerCase(),
    startedAt: Number.isNaN(startedAt) ? undefined : startedAt,
    durationMs: typeof time === 'number' && time > 0 ? Math.round(time) : 0,
  };
}

export function textAt(holder: HarObject, name: string): string {
  const value = Object.hasOwn(holder, name) ? holder[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** An empty object if there is none. */
export function objectAt(holder: unknown, name: string): HarObject {
  const value: unknown = isPlainObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  return isPlainObject(value) ? value : {};
}

/** The pairs of a list of `{name, value}`; others are left out. */
export function pairsAt(holder: HarObject, name: string): (readonly [string, string])[] {
  const list: unknown = holder[name];
  if (!Array.isArray(list)) return [];
  return list.flatMap((pair: unknown) =>
    isPlainObject(pair) && textAt(pair, 'name') !== ''
      ? [[textAt(pair, 'name'), textAt(pair, 'value')] as const]
      : [],
  );
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw notHar('it is empty');
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw notHar('it is not JSON');
  }
}

function notHar(reason: string): ServiceError {
  return new ServiceError('input', `not a HAR document: ${reason}`);
}
