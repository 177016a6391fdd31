/** Writes the head of a request, one byte per character (RFC 9112 sections 2, 3 and 5). */
import { RequestFailure, type HeaderList } from '../message/message.js';

/** A token of RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Field values of RFC 9110 section 5.5 may hold bytes above ASCII, although these are obsolete. */
const NOT_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const NOT_A_PATH = /[^\x21-\xff]/;

/** Throws when a part of the head could be read as something else. */
export function writeRequestHead(method: string, path: string, headers: HeaderList): string {
  let text = requestLine(method, path);
  for (const header of headers) text += headerLine(header[0], header[1]);
  return `${text}\r\n`;
}

/** Writes the head of a request with Node's flat list of names and values. */
export function writeRawRequestHead(method: string, path: string, rawHeaders: readonly string[]): string {
  let text = requestLine(method, path);
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    text += headerLine(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return `${text}\r\n`;
}

function requestLine(method: string, path: string): string {
  if (!isToken(method)) throw unsendable('its method is no word');
  if (NOT_A_PATH.test(path)) throw unsendable('its URL holds a blank or a control character');
  return `${method} ${path} HTTP/1.1\r\n`;
}

function headerLine(name: string, value: string): string {
  checkHeader(name, value);
  return `${name}: ${value}\r\n`;
}

/** Throws for a header that cannot be sent; the value has one byte per character. */
export function checkHeader(name: string, value: string): void {
  if (!isToken(name)) throw unsendable(`${JSON.stringify(name)} is no header name`);
  if (!isHeaderValue(value)) {
    throw unsendable(`the header ${name} holds a line break or another control character`);
  }
}

export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

export function isHeaderValue(text: string): boolean {
  return !NOT_A_VALUE.test(text);
}

function unsendable(reason: string): RequestFailure {
  return new RequestFailure('protocol', `the request cannot be sent (${reason})`);
}
