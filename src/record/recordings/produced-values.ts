import { textOfBytes } from '../../http/message/headers.js';
import type { BodyText } from './body-text.js';
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
  /** Null when it is not known. */
  readonly body: BodyText | null;
}

/** Each value costs a hash. */
const MOST_VALUES = 200;

/** What later requests may take from an answer: tokens, identifiers, cookies, entity tags. */
export function producedValues(path: string, answer: ProducingResponse, marks: ValueMarks): ProducedValue[] {
  if (answer.statusCode < 200 || answer.statusCode > 299) return [];
  const { headers } = answer;
  const found: ProducedValue[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const value = fromHeader(headers[at] ?? '', textOfBytes(headers[at + 1] ?? ''), marks);
    if (value) found.push(value);
  }
  const noun = answer.body?.kind === 'json' ? nounOfPath(path) : '';
  for (const node of answer.body?.nodes ?? []) {
    if (found.length >= MOST_VALUES) break;
    const value = fromJson(answer.body?.text ?? '', node, noun, marks);
    if (value) found.push(value);
  }
  return found;
}

function fromHeader(header: string, value: string, marks: ValueMarks): ProducedValue | undefined {
  // Few of many.
  if (!/^(?:set-cookie$|etag$|x-)/i.test(header)) return undefined;
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
  // Another element than the first may be another thing, or none, when the list is asked for again.
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

/** As a capture writes it; undefined for keys that no path can hold. */
export function pathText(path: readonly (string | number)[]): string | undefined {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[A-Za-z_][\w-]*$/.test(step)) text += text === '' ? step : `.${step}`;
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    else if (/[\u0000-\u001f]|\p{Surrogate}| {2}/u.test(step)) return undefined;
    else text += `["${step.replace(/["\\]/g, '\\$&')}"]`;
  }
  return text;
}

function nameOf(key: string): string {
  const name = key.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[A-Za-z]/.test(name) ? name : `value_${name}`.replace(/_$/, '');
}
