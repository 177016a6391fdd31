import { textOfBytes } from '../../http/message/headers.js';
import type { CachedBody } from './body-cache.js';
import { pathOf, type JsonNode } from './json-nodes.js';
import type { ProducedValue } from './recording.js';
import type { RawHeaders } from './learn-secrets.js';
import {
  isIdName,
  isUnmistakable,
  nounOfName,
  nounOfPath,
  singular,
  type ValueMarks,
} from './value-marks.js';

export interface ProducingResponse {
  readonly statusCode: number;
  readonly headers: RawHeaders;
  /** Null when it was not kept as text. */
  readonly body: CachedBody | null;
}

/** Limited because each value is hashed. */
const MAX_VALUES = 200;

/** The values of a response that later requests may use: tokens, identifiers, cookies, entity tags. */
export function findProducedValues(
  path: string,
  response: ProducingResponse,
  marks: ValueMarks,
): readonly ProducedValue[] {
  const { statusCode, headers, body } = response;
  if (statusCode < 200 || statusCode > 299) return [];
  const found: ProducedValue[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (!PRODUCING_HEADER.test(name)) continue;
    const value = fromHeader(name, textOfBytes(headers[at + 1] ?? ''), marks);
    if (value) found.push(value);
  }
  const values = body === null ? [] : bodyValues(path, body, marks);
  return found.length === 0 ? values : found.concat(values.slice(0, Math.max(0, MAX_VALUES - found.length)));
}

const PRODUCING_HEADER = /^(?:set-cookie$|etag$|x-)/i;

function bodyValues(path: string, cached: CachedBody, marks: ValueMarks): readonly ProducedValue[] {
  if (cached.produced?.path === path) return cached.produced.values;
  const { kind, text, nodes } = cached.body;
  const noun = kind === 'json' ? nounOfPath(path) : '';
  const values: ProducedValue[] = [];
  for (const node of nodes) {
    if (values.length >= MAX_VALUES) break;
    const value = fromJson(text, node, noun, marks);
    if (value) values.push(value);
  }
  cached.produced = { path, values };
  return values;
}

function fromHeader(header: string, value: string, marks: ValueMarks): ProducedValue | undefined {
  const lower = header.toLowerCase();
  if (lower === 'set-cookie') return fromCookie(value, marks);
  const isTag = lower === 'etag';
  if (!isTag && !isUnmistakable(value)) return undefined;
  const fingerprint = marks.fingerprint(value);
  const nouns = isTag ? ['etag'] : [];
  return { fingerprint, source: 'header', path: header, name: nameOf(lower), strong: !isTag, nouns };
}

function fromCookie(cookie: string, marks: ValueMarks): ProducedValue | undefined {
  const [, written, value] = /^([^=;]+)=([^;]+)/.exec(cookie) ?? [];
  if (written === undefined || value === undefined) return undefined;
  const path = written.trim();
  const fingerprint = marks.fingerprint(value);
  const nouns = [`cookie ${path}`];
  return { fingerprint, source: 'cookie', path, name: nameOf(path), strong: isUnmistakable(value), nouns };
}

function fromJson(text: string, node: JsonNode, noun: string, marks: ValueMarks): ProducedValue | undefined {
  const { kind, start, end, step: key } = node;
  if (typeof key !== 'string' || (kind !== 'string' && kind !== 'number')) return undefined;
  const written = text.slice(start, end);
  const value = kind === 'string' ? (JSON.parse(written) as string) : written;
  const strong = isUnmistakable(value);
  if (value === '' || (!strong && !isIdName(key) && nounOfName(key) === '')) return undefined;
  const path = pathOf(node);
  const nouns = nounsOf(key, path, noun);
  // Elements after the first may be different, or missing, when the list is requested again.
  if ((!strong && nouns.length === 0) || path.some((step) => typeof step === 'number' && step > 0)) {
    return undefined;
  }
  const place = pathText(path);
  if (place === undefined) return undefined;
  return {
    fingerprint: marks.fingerprint(value),
    source: 'body',
    path: place,
    name: nameOf(key),
    strong,
    nouns,
  };
}

function nounsOf(key: string, path: readonly (string | number)[], noun: string): string[] {
  if (!isIdName(key)) return [nounOfName(key)].filter((word) => word !== '');
  const parent = path.slice(0, -1).findLast((step) => typeof step === 'string');
  const around = parent === undefined ? [] : [singular(parent)];
  return [...around, noun].filter((word) => word !== '');
}

/** The path in the form of a capture; undefined for keys that no path can contain. */
export function pathText(path: readonly (string | number)[]): string | undefined {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(step)) text += text === '' ? step : `.${step}`;
    else if (/[\u0000-\u001f]|\p{Surrogate}| {2}/u.test(step)) return undefined;
    else text += `["${step.replace(/["\\]/g, '\\$&')}"]`;
  }
  return text;
}

function nameOf(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(name) ? name : `value_${name}`.replace(/_$/, '');
}
