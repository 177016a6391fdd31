/** The response of a route as the state completes it: its text before a content coding is applied. */
import { parseJson, toJson } from '../../evaluation/values/json.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import { hasNoBody } from '../responses/mock-response.js';
import { mergeInto, mergeOver, valueAt, withValueAt } from './merge-values.js';
import type { StateRole } from '../responses/state-role.js';
import type { StoredValue } from './state-store.js';

export interface OwnResponse {
  readonly status: number;
  /** Alternating names and values, without Content-Length. */
  readonly headers: readonly string[];
  readonly body: string | Buffer;
}

/** The stored object in the place of the one in the response. What only the response has stays. */
export function withStored(own: OwnResponse, role: StateRole, stored: StoredValue): OwnResponse {
  const isShown = role.isBodyFree || (role.action === 'read' && own.body === '');
  if (hasNoBody(own.status)) return own;
  if (stored.contentType !== undefined) return isShown ? withText(own, stored) : own;
  if (isShown) return withJson(own, stored.value);
  const body = jsonOf(own);
  if (body === undefined) return own;
  if (!isPlainObject(stored.value)) return role.action === 'read' ? withJson(own, stored.value) : own;
  const inner = valueAt(body, role.container);
  const path = isPlainObject(inner) ? role.container : [];
  const isWhole = role.isDerived || role.action === 'read';
  const merge = isWhole ? mergeOver : mergeInto;
  return withJson(own, withValueAt(body, path, merge(valueAt(body, path), stored.value)));
}

/** Undefined for another type, and for text that only claims to be JSON. */
export function jsonOf({ headers, body }: OwnResponse): unknown {
  if (typeof body !== 'string' || !isJsonType(headerOf(headers, 'content-type') ?? '')) return undefined;
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/** A value that is the same as before keeps its text. */
export function withJson(own: OwnResponse, value: unknown): OwnResponse {
  const old = jsonOf(own);
  if (old !== undefined && toJson(old) === toJson(value)) return own;
  const isIndented = typeof own.body !== 'string' || own.body === '' || own.body.includes('\n');
  const isTyped = isJsonType(headerOf(own.headers, 'content-type') ?? '');
  return {
    ...own,
    headers: isTyped ? own.headers : withHeader(own.headers, 'Content-Type', 'application/json'),
    body: isIndented ? toJson(value, 2) : toJson(value),
  };
}

function withText(own: OwnResponse, { value, contentType = '', encoding }: StoredValue): OwnResponse {
  const body = encoding === 'base64' ? Buffer.from(String(value), 'base64') : String(value);
  return { ...own, headers: withHeader(own.headers, 'Content-Type', contentType), body };
}

export function headerOf(flat: readonly string[], lowerName: string): string | undefined {
  for (let at = 0; at < flat.length; at += 2) {
    if (flat[at]?.toLowerCase() === lowerName) return flat[at + 1];
  }
  return undefined;
}

/** Replaces the header, or adds it at the start. */
export function withHeader(flat: readonly string[], name: string, value: string): readonly string[] {
  const lower = name.toLowerCase();
  if (headerOf(flat, lower) === undefined) return [name, value, ...flat];
  return flat.map((text, at) => (at % 2 === 1 && flat[at - 1]?.toLowerCase() === lower ? value : text));
}
