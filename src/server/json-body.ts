import { ServiceError } from '../errors.js';
import { parseJson, type JsonValue } from '../evaluation/values/json.js';
import { JsonFault, JsonReader } from '../evaluation/values/json-reader.js';
import { jsonOverrun } from '../primitives/json-memory.js';
import { decodeText } from '../request-file/parse/decode-text.js';
import { MAX_BODY_BYTES } from './guards/content.js';

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** The JSON object that a request body holds; anything else is refused with a message that names the place. */
export function parseBody(bytes: Uint8Array): JsonObject {
  const text = decodeBody(bytes).replace(/^\ufeff/, '');
  if (text.trim() === '') throw refusal('request body is empty; expected a JSON object');
  const deepAt = findExcessDepth(text);
  if (deepAt !== undefined) throw malformed(text, `nested deeper than ${MAX_DEPTH} levels`, deepAt);
  const overrun = jsonOverrun(text, MAX_BODY_BYTES);
  if (overrun >= 0) throw malformed(text, 'too many values', overrun);
  const value = parseText(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('request body must be a JSON object');
  }
  checkKeys(value);
  return value as JsonObject;
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

/** Looks at the text, because parsing a million brackets would exhaust the stack. */
function findExcessDepth(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1;
        if (depth > MAX_DEPTH) return at;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth -= 1;
        break;
      default:
    }
  }
  return undefined;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at += 1;
  }
  return at;
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
