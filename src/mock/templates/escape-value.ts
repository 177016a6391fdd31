/** Writes a value in such a way that it cannot leave its place in the response. */
import { textOf, toJson } from '../../evaluation/values/json.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';

/** How a value is written; it depends on the media type, and in JSON and HTML on the place. */
export type ValueForm =
  | 'text'
  /** Text of events, which end at a line break. */
  | 'line'
  /** Inside of a string of JSON. */
  | 'jsonString'
  /** Where JSON expects a value. */
  | 'jsonValue'
  | 'markup'
  /** Inside of a program, where it is safe in a string and outside of one. */
  | 'script'
  | 'form'
  | 'header'
  /** Set-Cookie, whose attributes a value must not set. */
  | 'cookie';

/** A value for a template. */
export interface TemplateValue {
  /** ABSENT when there is none. */
  readonly value: unknown;
  /** Only values from JSON have a type; a text from elsewhere is a number or a literal where it looks like one. */
  readonly isTyped: boolean;
  /** As text, if that is not what the value gives. */
  readonly text?: string;
}

/** A value that does not exist is empty, and `null` where JSON expects a value. */
export function writeValue({ value, isTyped, text }: TemplateValue, form: ValueForm): string {
  if (form === 'jsonValue') return isTyped ? typedJson(value) : untypedJson(value);
  return value === ABSENT ? '' : escapeText(text ?? textOf(value), form);
}

function typedJson(value: unknown): string {
  return value === ABSENT ? 'null' : toJson(value);
}

function untypedJson(value: unknown): string {
  if (typeof value !== 'string') return typedJson(value);
  return isJsonNumber(value) || LITERALS.has(value) ? value : JSON.stringify(value);
}

const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

function escapeText(text: string, form: Exclude<ValueForm, 'jsonValue'>): string {
  switch (form) {
    case 'text':
      return text;
    case 'line':
      return text.replace(/[\r\n]+/g, ' ');
    case 'jsonString':
      return JSON.stringify(text).slice(1, -1);
    case 'markup':
      return text
        .toWellFormed()
        .replace(NOT_IN_MARKUP, '\ufffd')
        .replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '');
    case 'script':
      return text.replace(NOT_PLAIN, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
    case 'form':
      return new URLSearchParams([['', text.toWellFormed()]]).toString().slice(1);
    case 'header':
      return text.replace(NOT_IN_HEADERS, percentEncoded);
    case 'cookie':
      return text.replace(NOT_IN_COOKIES, percentEncoded);
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** XML 1.0 cannot contain these characters in any form. */
const NOT_IN_MARKUP = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** One code unit at a time, since programs escape these. */
const NOT_PLAIN = /[^A-Za-z0-9 _.,:-]/g;
const NOT_IN_HEADERS = /[^\x20-\x7e]+/g;
/** What RFC 6265 4.1.1 leaves out of the value of a cookie, and the percent sign stays what it is. */
const NOT_IN_COOKIES = /[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+/g;

function percentEncoded(found: string): string {
  return encodeURIComponent(found.toWellFormed());
}
