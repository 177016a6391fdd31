import { ServiceError } from '../errors.js';
import { parseJson, type JsonValue } from '../evaluation/values/json.js';
import { JsonFault, JsonReader } from '../evaluation/values/json-reader.js';
import { jsonOverrun } from '../primitives/json-memory.js';
import { decodeText } from '../request-file/parse/decode-text.js';
import { MAX_BODY_BYTES } from './guards/content.js';

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** Bytes to one object, with the messages of rows B1, B2, B3 and B7 (server.md 2.3, 4.1). */
export function parseBody(bytes: Uint8Array): JsonObject {
  const text = textOf(bytes).replace(/^\ufeff/, '');
  if (text.trim() === '') throw refusal('request body is empty; expected a JSON object');
  const deep = tooDeepAt(text);
  if (deep !== undefined) throw malformed(text, `nested deeper than ${DEEPEST} levels`, deep);
  const overrun = jsonOverrun(text, MAX_BODY_BYTES);
  if (overrun >= 0) throw malformed(text, 'too many values', overrun);
  const value = read(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('request body must be a JSON object');
  }
  refuseKeys(value);
  return value as JsonObject;
}

const DEEPEST = 100;
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

function textOf(bytes: Uint8Array): string {
  const { text, diagnostics } = decodeText(bytes);
  const [bad] = diagnostics;
  if (bad === undefined) return text;
  const place = `line ${bad.line}, column ${bad.column}`;
  throw refusal(`request body is not valid JSON: bytes that are not UTF-8 at ${place}`);
}

/** Found on the text: reading a million brackets would exhaust the stack. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1;
        if (depth > DEEPEST) return at;
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

/** The fast reader first; the careful one tells what is wrong. */
function read(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    try {
      return new JsonReader(text, DEEPEST + 1).document();
    } catch (error) {
      if (error instanceof JsonFault) throw malformed(text, error.reason, error.offset);
      throw error;
    }
  }
}

function refuseKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) refuseKeys(item);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw refusal(`key not allowed: ${key}`);
    refuseKeys(member);
  }
}
