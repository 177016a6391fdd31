/** The response to a request that created an item. */
import { escapePattern } from '../../primitives/text/escape-pattern.js';
import { percentDecoded } from '../../primitives/text/percent.js';
import { isExact } from '../../evaluation/values/number.js';
import { valueAt, withValueAt } from './merge-values.js';
import type { StateId } from './next-id.js';
import { headerOf, jsonOf, withHeader, withJson, withStored, type OwnResponse } from './own-response.js';
import type { StateRole } from '../responses/state-role.js';
import type { StoredItem } from './state-store.js';

/** The id in the response of the route, which is the first that is given. */
export function firstIdOf(own: OwnResponse, { place }: StateRole, collection: string): StateId {
  if (place?.in === 'body') return usableId(valueAt(jsonOf(own), place.path));
  const location = pathOfAddress(headerOf(own.headers, place?.name.toLowerCase() ?? 'location') ?? '');
  if (!location.startsWith(`${collection}/`)) return 1;
  const text = percentDecoded(lastSegment(location));
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : usableId(text);
}

function usableId(value: unknown): StateId {
  if (typeof value === 'string' && value !== '') return lastSegment(value) || value;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return value;
  return isExact(value) ? String(value) : 1;
}

export interface Created {
  readonly item: StoredItem;
  /** The id in the response of the route. */
  readonly first: StateId;
  readonly collection: string;
}

export function withNewId(own: OwnResponse, role: StateRole, created: Created): OwnResponse {
  const { item, collection } = created;
  const linked = withLinks(own, created);
  const filled = withStored(withPlacedId(linked, role, created), role, item);
  const placed = withPlacedId(filled, role, created);
  const path = `${collection}/${encodeURIComponent(String(item.id))}`;
  return role.isDerived || role.place?.in === 'header' ? withLocation(placed, path) : placed;
}

/** Addresses of the item, wherever they stand. */
function withLinks(own: OwnResponse, { item, first, collection }: Created): OwnResponse {
  const old = `${collection}/${encodeURIComponent(String(first))}`;
  const address = new RegExp(`${escapePattern(old)}(?![\\w%.~-])`, 'g');
  const replace = (text: string): string =>
    text.replace(address, () => `${collection}/${encodeURIComponent(String(item.id))}`);
  return {
    ...own,
    headers: own.headers.map((text, at) => (at % 2 === 1 ? replace(text) : text)),
    body: typeof own.body === 'string' ? replace(own.body) : own.body,
  };
}

function withPlacedId(own: OwnResponse, { place }: StateRole, { item }: Created): OwnResponse {
  if (place?.in !== 'body') return own;
  const body = jsonOf(own);
  if (body === undefined) return own;
  const old = valueAt(body, place.path);
  const isAddress = typeof old === 'string' && old.includes('/');
  const id = isAddress ? old.slice(0, old.lastIndexOf('/') + 1) + String(item.id) : item.id;
  return withJson(own, withValueAt(body, place.path, id));
}

/** A derived address may have been made up, and leads to the item here. */
function withLocation(own: OwnResponse, path: string): OwnResponse {
  const old = headerOf(own.headers, 'location');
  if (old === undefined) return own;
  const [origin = ''] = /^https?:\/\/[^/]*/.exec(old) ?? [];
  return { ...own, headers: withHeader(own.headers, 'Location', origin + path) };
}

function pathOfAddress(address: string): string {
  return address.replace(/^https?:\/\/[^/]*/, '').replace(/[?#].*$/s, '');
}

function lastSegment(text: string): string {
  return text.slice(text.lastIndexOf('/') + 1);
}
