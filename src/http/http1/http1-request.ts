/** The head of a request as it goes on the wire, one byte per character (RFC 9112 sections 2, 3 and 5). */
import { RequestFailure, type HeaderList } from '../message/message.js';

/** RFC 9110 5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** RFC 9110 5.5; bytes above ASCII are obsolete but allowed. */
const NOT_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const NOT_A_PATH = /[^\x21-\xff]/;

/** Throws when a part of it could be read as something else; then nothing has been sent. */
export function requestHead(method: string, path: string, headers: HeaderList): string {
  if (!isToken(method)) throw unsendable('its method is no word');
  if (NOT_A_PATH.test(path)) throw unsendable('its URL holds a blank or a control character');
  let text = `${method} ${path} HTTP/1.1\r\n`;
  for (const header of headers) {
    const name = header[0];
    const value = header[1];
    checkHeader(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return `${text}\r\n`;
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
