/** Writes values of scripts as values of assertions and as templates. */
import type { Json } from '../../model/model.js';
import { toJson } from '../../../primitives/json/json-writer.js';
import { objectFrom } from '../../../primitives/json/key-order.js';
import { isOnePlaceholder } from '../../text/template.js';
import type { Value } from './script-values.js';
import { placeholderOf } from './subjects.js';

/** A value with its text on the line of an assertion. */
export interface Written {
  readonly expected: Json;
  readonly raw: string;
}

export const MAX_TEXT_LENGTH = 65_536;

/** Undefined for values that only the script could compute. */
export function writeValue(value: Value): Written | undefined {
  switch (value.kind) {
    case 'json':
      return { expected: escapeBraces(value.value), raw: toJson(escapeBraces(value.value)) };
    case 'template':
      return value.isText || !isOnePlaceholder(value.text)
        ? { expected: value.text, raw: JSON.stringify(value.text) }
        : { expected: value.text, raw: value.text };
    case 'subject': {
      const placeholder = placeholderOf(value.subject);
      return placeholder === undefined ? undefined : { expected: placeholder, raw: placeholder };
    }
    case 'list':
      return writeList(value.items);
    case 'object':
      return writeObject(value.entries);
    case 'text':
    case 'number':
    case 'now':
    case 'hash':
    case 'random': {
      const text = templateText(value);
      if (text === undefined) return undefined;
      const isText = value.kind === 'text' && !value.isJson;
      return writeValue({ kind: 'template', text, isText });
    }
    default:
      return undefined;
  }
}

function writeList(items: readonly Value[]): Written | undefined {
  const written: Written[] = [];
  for (const item of items) {
    const one = writeValue(item);
    if (!one) return undefined;
    written.push(one);
  }
  return {
    expected: written.map(({ expected }) => expected),
    raw: `[${written.map(({ raw }) => raw).join(',')}]`,
  };
}

function writeObject(entries: readonly (readonly [string, Value])[]): Written | undefined {
  const written: (readonly [string, Written])[] = [];
  for (const [key, value] of entries) {
    const one = writeValue(value);
    if (!one || key.includes('{{')) return undefined;
    written.push([key, one]);
  }
  return {
    expected: objectFrom(written.map(([key, { expected }]) => [key, expected] as const)),
    raw: `{${written.map(([key, { raw }]) => `${JSON.stringify(key)}:${raw}`).join(',')}}`,
  };
}

/** Braces that were no placeholder in the script must not become one. */
function escapeBraces(value: Json): Json {
  if (typeof value === 'string') return literalTemplate(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(escapeBraces);
  return objectFrom(Object.entries(value).map(([key, item]) => [key, escapeBraces(item)] as const));
}

export function literalTemplate(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

/** The value as part of a text with placeholders; undefined if it has none. */
export function templateText(value: Value): string | undefined {
  switch (value.kind) {
    case 'json':
      return typeof value.value === 'object' && value.value !== null
        ? undefined
        : literalTemplate(String(value.value));
    case 'template':
      return value.text;
    case 'subject':
      return placeholderOf(value.subject);
    case 'number':
      return templateText(value.of);
    case 'text':
      return value.isJson ? jsonTemplate(value.of) : templateText(value.of);
    case 'now':
      return value.isSeconds ? '{{$timestamp()}}' : '{{$timestampMs()}}';
    case 'date':
      return value.of === undefined && value.isText ? '{{$isoTimestamp()}}' : undefined;
    case 'hash':
      return value.name === 'buffer' ? undefined : hashText(value.name, value.args);
    case 'random':
      return value.isFloored && value.times !== undefined ? `{{$randomInt(0, ${value.times})}}` : undefined;
    default:
      return undefined;
  }
}

/** What `JSON.stringify` makes of a value. */
function jsonTemplate(value: Value): string | undefined {
  switch (value.kind) {
    case 'subject':
      return placeholderOf(value.subject);
    case 'template':
      return isOnePlaceholder(value.text) && !value.isText ? value.text : JSON.stringify(value.text);
    case 'list': {
      const items = value.items.map(jsonTemplate);
      return items.includes(undefined) ? undefined : `[${items.join(',')}]`;
    }
    case 'object': {
      const members = value.entries.map(([key, item]) => {
        const text = jsonTemplate(item);
        return text === undefined ? undefined : `${literalTemplate(JSON.stringify(key))}:${text}`;
      });
      return members.includes(undefined) ? undefined : `{${members.join(',')}}`;
    }
    case 'json':
      return toJson(escapeBraces(value.value));
    default:
      return templateText(value);
  }
}

/** A function takes its argument as it stands, unless that has characters that separate arguments. */
function hashText(name: string, args: readonly string[]): string | undefined {
  const written = args.map((text) => {
    const plain = /^[\w .:/@+-]*$/.test(text.replaceAll(/\{\{[\w.-]+\}\}/g, '')) && text.trim() === text;
    if (plain && text !== '') return text;
    return /^[^{}\r\n]*$/.test(text) ? JSON.stringify(text) : undefined;
  });
  return written.includes(undefined) ? undefined : `{{$${name}(${written.join(', ')})}}`;
}

/** Texts in a row as one; a backslash before a placeholder would undo it. */
export function joinTemplates(parts: readonly string[]): string | undefined {
  let text = '';
  for (const part of parts) {
    if (part.startsWith('{{') && text.endsWith('\\')) return undefined;
    text += part;
    if (text.length > MAX_TEXT_LENGTH) return undefined;
  }
  return text;
}
