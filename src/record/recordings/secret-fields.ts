/** Where secrets stand in bodies that are neither JSON nor forms: fields whose names say so. */
import { isSecretFieldName } from '../../redaction/secret-names.js';

export interface SecretField {
  readonly name: string;
  /** Of the value, without its quotes. */
  readonly start: number;
  readonly end: number;
}

/** An element of a document that holds a secret is not longer. */
const MAX_ELEMENT_LENGTH = 4096;

const TAG = /<([A-Za-z_][\w.:-]{0,200})((?:\s(?:[^<>"']|"[^"]{0,8192}"|'[^']{0,8192}'){0,2000})?)>/g;
const ATTRIBUTE = /([A-Za-z_][\w.:-]{0,200})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** XML and HTML: elements and attributes, and what a form field or a meta element of such a name holds. */
export function xmlFields(text: string): SecretField[] {
  const found: SecretField[] = [];
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag !== null; tag = TAG.exec(text)) {
    const [whole, name = '', attributes = ''] = tag;
    found.push(...attributeFields(attributes, tag.index + 1 + name.length));
    if (!isSecretFieldName(localName(name)) || attributes.endsWith('/')) continue;
    const start = tag.index + whole.length;
    const end = contentEnd(text, start, name);
    if (end > start) found.push(...elementField(text, localName(name), start, end));
    TAG.lastIndex = Math.max(end, start);
  }
  return found;
}

function contentEnd(text: string, start: number, name: string): number {
  const close = text.slice(start, start + MAX_ELEMENT_LENGTH).indexOf(`</${name}`);
  if (close !== -1) return start + close;
  const next = text.indexOf('<', start);
  return next === -1 ? text.length : next;
}

function elementField(text: string, name: string, start: number, end: number): SecretField[] {
  const content = text.slice(start, end);
  const [, before = '', inner = content] = /^(\s*<!\[CDATA\[)(.*)\]\]>\s*$/s.exec(content) ?? [
    '',
    /^\s*/.exec(content)?.[0] ?? '',
    content.trim(),
  ];
  return inner === ''
    ? []
    : [{ name, start: start + before.length, end: start + before.length + inner.length }];
}

function attributeFields(attributes: string, offset: number): SecretField[] {
  const all = Array.from(attributes.matchAll(ATTRIBUTE), (match) => {
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    const quote = match[4] === undefined ? 1 : 0;
    const end = offset + match.index + match[0].length - quote;
    return { name: localName(match[1] ?? ''), value, start: end - value.length, end };
  });
  const label = all.find(({ name }) => /^(?:name|id|key|property)$/i.test(name))?.value ?? '';
  const isLabelled = isSecretFieldName(label);
  return all.flatMap(({ name, value, start, end }) => {
    if (value === '') return [];
    if (isSecretFieldName(name)) return [{ name, start, end }];
    return isLabelled && /^(?:value|content)$/i.test(name) ? [{ name: label, start, end }] : [];
  });
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

const MEMBER = /"([\w-]{1,64})"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){1,8192})"/g;

/** Members of JSON that is not read as such: lines of it, events, a document that was cut. */
export function memberFields(text: string): SecretField[] {
  const found: SecretField[] = [];
  for (const match of text.matchAll(MEMBER)) {
    const [whole, name = '', value = ''] = match;
    const end = match.index + whole.length - 1;
    if (isSecretFieldName(name)) found.push({ name, start: end - value.length, end });
  }
  return found;
}

/** Of `multipart/*`; undefined for what has none. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^\s*multipart\//i.test(contentType)) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** The parts of a multipart body whose names are secret (RFC 7578); bytes may be read as one character each. */
export function multipartFields(text: string, boundary: string): SecretField[] {
  const found: SecretField[] = [];
  const mark = `--${boundary}`;
  for (let at = text.indexOf(mark); at !== -1;) {
    const next = text.indexOf(mark, at + mark.length);
    const part = text.slice(at + mark.length, next === -1 ? text.length : next);
    const [blank] = /\r?\n\r?\n/.exec(part) ?? [];
    const headLength = blank === undefined ? 0 : part.indexOf(blank) + blank.length;
    const name = /\bname="?([^"\r\n;]{1,200})/i.exec(part.slice(0, headLength))?.[1] ?? '';
    if (isSecretFieldName(name)) {
      const start = at + mark.length + headLength;
      const value = part.slice(headLength).replace(/\r?\n$/, '');
      if (value !== '') found.push({ name, start, end: start + value.length });
    }
    at = next;
  }
  return found;
}
