/** How a response is made malformed. */
import { isJsonType } from '../../primitives/text/content-type.js';
import type { PreparedResponse } from '../responses/prepared-response.js';

export type MalformedResponse =
  /** Correct HTTP, whose body is no JSON although its type says so. */
  | { readonly kind: 'body'; readonly response: PreparedResponse }
  /** The connection ends before the body does. */
  | { readonly kind: 'cut'; readonly response: PreparedResponse; readonly sent: Buffer }
  /** Not even a response, where there is no body. */
  | { readonly kind: 'head' };

export function malformedResponse(response: PreparedResponse, hasBody: boolean): MalformedResponse {
  const { headers, body } = response;
  if (!hasBody || body.length === 0) return { kind: 'head' };
  const isJson = typeof body === 'string' && isJsonType(headerOf(headers, 'content-type'));
  if (!isJson) {
    const bytes = Buffer.from(body);
    return { kind: 'cut', response, sent: bytes.subarray(0, Math.floor(bytes.length / 2)) };
  }
  const text = noJson(body.slice(0, Math.ceil(body.length / 2)).toWellFormed());
  const length = String(Buffer.byteLength(text));
  return { kind: 'body', response: { ...response, headers: withLength(headers, length), body: text } };
}

/** Half of a number may still be one. */
function noJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return `${text}{`;
}

function headerOf(flat: readonly string[], lowerName: string): string {
  const at = flat.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === lowerName);
  return at < 0 ? '' : (flat[at + 1] ?? '');
}

function withLength(flat: readonly string[], length: string): readonly string[] {
  return flat.map((text, at) => (at % 2 === 1 && flat[at - 1] === 'Content-Length' ? length : text));
}
