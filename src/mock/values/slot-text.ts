/** Text in which `{{name}}` is a path parameter, and in derived responses the host is its own; the rest is literal. */
import { escapePattern } from '../../primitives/text/escape-pattern.js';
import { isJsonNumber } from '../../primitives/json/json-number.js';
import { NUMBER_SLOT } from './make-value.js';

type SlotTextPart = string | ParameterSlot;

interface ParameterSlot {
  /** The index of the path parameter. */
  readonly index: number;
  readonly as: 'text' | 'json' | 'number' | 'header';
}

export type SlotText = readonly SlotTextPart[];

/**
 * Stands for the host and port of the mock server until a request names them. It looks like a host, so that a value
 * with it can be checked before.
 */
export const MOCK_HOST = 'mock.invalid';

/** With `hasOwnHost`, the host is the value after those of the parameters. */
export function splitSlots(
  text: string,
  parameters: readonly string[],
  as: 'text' | 'json' | 'header',
  hasOwnHost = false,
): SlotText {
  const slots: string[] = [];
  if (parameters.length > 0 && text.includes('{{')) {
    slots.push(`("\\\\u0001)?\\{\\{[ \\t]*(${parameters.map(escapePattern).join('|')})[ \\t]*\\}\\}`);
  }
  if (hasOwnHost) slots.push(escapePattern(MOCK_HOST));
  if (slots.length === 0) return [text];
  const parts: SlotTextPart[] = [];
  let end = 0;
  for (const { 0: found, 1: number, 2: name, index } of text.matchAll(new RegExp(slots.join('|'), 'g'))) {
    parts.push(text.slice(end, index), {
      index: found === MOCK_HOST ? parameters.length : parameters.indexOf(name ?? ''),
      as: number === undefined ? as : 'number',
    });
    // The closing quote is part of the slot.
    end = index + found.length + (number === undefined ? 0 : 1);
  }
  parts.push(text.slice(end));
  return parts;
}

export function hasSlots(text: SlotText): boolean {
  return text.length > 1;
}

export function fillSlots(text: SlotText, values: readonly string[]): string {
  let filled = '';
  for (const part of text)
    filled += typeof part === 'string' ? part : encodeValue(values[part.index] ?? '', part.as);
  return filled;
}

/** Encodes the value so that it cannot break out of a JSON string or a header line. */
function encodeValue(value: string, as: ParameterSlot['as']): string {
  switch (as) {
    case 'text':
      return value;
    case 'json':
      return JSON.stringify(value).slice(1, -1);
    case 'number':
      return isJsonNumber(value) ? value : JSON.stringify(value);
    case 'header':
      return value.replace(INVALID_IN_HEADERS, (invalid) => encodeURIComponent(invalid.toWellFormed()));
  }
}

const INVALID_IN_HEADERS = /[^\x20-\x7e]+/g;

/** Removes the marks of number slots, for checks before a request arrives. */
export function withoutMarks(text: string): string {
  return text.replaceAll(`"\\u0001{{`, '"{{').replaceAll(NUMBER_SLOT, '');
}
