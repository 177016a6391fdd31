/** Text in which `{{name}}` is a path parameter; everything else is literal. */
import { isJsonNumber } from '../../request-file/expressions/parse-value.js';
import { NUMBER_SLOT } from './make-value.js';

type SlotTextPart = string | ParameterSlot;

interface ParameterSlot {
  /** The index of the path parameter. */
  readonly index: number;
  readonly as: 'text' | 'json' | 'number' | 'header';
}

export type SlotText = readonly SlotTextPart[];

export function splitSlots(
  text: string,
  parameters: readonly string[],
  as: 'text' | 'json' | 'header',
): SlotText {
  if (parameters.length === 0 || !text.includes('{{')) return [text];
  const names = parameters.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const slot = new RegExp(`("\\\\u0001)?\\{\\{[ \\t]*(${names})[ \\t]*\\}\\}`, 'g');
  const parts: SlotTextPart[] = [];
  let end = 0;
  for (const { 0: found, 1: number, 2: name = '', index } of text.matchAll(slot)) {
    parts.push(text.slice(end, index), {
      index: parameters.indexOf(name),
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
