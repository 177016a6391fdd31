import { ServiceError } from '../errors.js';
import { parseJson, type JsonValue } from '../evaluation/values/json.js';
import { JsonFault, JsonReader } from '../evaluation/values/json-reader.js';
import { jsonOverrun } from '../primitives/json-memory.js';
import { findTooDeep } from '../primitives/json-scanner.js';
import { decodeText } from '../request-file/decode-text.js';
import { MAX_BODY_BYTES } from './guards/content.js';
import { isPlainObject } from '../primitives/plain-object.js';

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The JSON object that a request body holds; anything else is refused with a message that names the place. */
export function parseBody(bytes: Uint8Array): JsonObject {
  const text = decodeBody(bytes).replace(/^\ufeff/, '');
  if (text.trim() === '') throw refusal('request body is empty; expected a JSON object');
  // Parsing a million brackets would exhaust the stack.
  const deepAt = findTooDeep(text, MAX_DEPTH);
  if (deepAt >= 0) throw malformed(text, `nested deeper than ${MAX_DEPTH} levels`, deepAt);
  const overrun = jsonOverrun(text, MAX_BODY_BYTES);
  if (overrun >= 0) throw malformed(text, 'too many values', overrun);
  const value = parseText(text);
  if (!isPlainObject(value)) {
    throw refusal('request body must be a JSON object');
  }
  checkKeys(value);
  return value;
}

const MAX_DEPTH = 100;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

function refusal(message: string): ServiceError {
  return new ServiceError('usage', message);
}

function malformed(text: string, reason: string, offset: number): ServiceError {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return refusal(`request body is not valid JSON: ${reason} at line ${line}, column ${column}`);
}

function decodeBody(bytes: Uint8Array): string {
  const { text, diagnostics } = decodeText(bytes);
  const [bad] = diagnostics;
  if (bad === undefined) return text;
  const place = `line ${bad.line}, column ${bad.column}`;
  throw refusal(`request body is not valid JSON: bytes that are not UTF-8 at ${place}`);
}

/** `JsonReader` reports the place of a mistake, which `parseJson` cannot. */
function parseText(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    try {
      return new JsonReader(text, MAX_DEPTH + 1).document();
    } catch (error) {
      if (error instanceof JsonFault) throw malformed(text, error.reason, error.offset);
      throw error;
    }
  }
}

function checkKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) checkKeys(item);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refusal(`key not allowed: ${key}`);
    checkKeys(member);
  }
}
