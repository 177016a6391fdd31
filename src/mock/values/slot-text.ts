/** Text in which `{{name}}` stands for a parameter of the path; everything else in it is literal. */
import { isJsonNumber } from '../../request-file/expressions/parse-value.js';
import { NUMBER_SLOT } from './make-value.js';

type Part = string | Slot;

interface Slot {
  /** Place among the parameters of the path. */
  readonly index: number;
  readonly as: 'text' | 'json' | 'number' | 'header';
}

export type SlotText = readonly Part[];

export function cutSlots(
  text: string,
  parameters: readonly string[],
  as: 'text' | 'json' | 'header',
): SlotText {
  if (parameters.length === 0 || !text.includes('{{')) return [text];
  const names = parameters.map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|');
  const slot = new RegExp(`("\\\\u0001)?\\{\\{[ \\t]*(${names})[ \\t]*\\}\\}`, 'g');
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, 1: number, 2: name = '', index } of text.matchAll(slot)) {
    parts.push(text.slice(end, index), {
      index: parameters.indexOf(name),
      as: number === undefined ? as : 'number',
    });
    // The closing quote belongs to it.
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
    filled += typeof part === 'string' ? part : written(values[part.index] ?? '', part.as);
  return filled;
}

/** A value from outside never breaks out of a JSON text or a header line. */
function written(value: string, as: Slot['as']): string {
  switch (as) {
    case 'text':
      return value;
    case 'json':
      return JSON.stringify(value).slice(1, -1);
    case 'number':
      return isJsonNumber(value) ? value : JSON.stringify(value);
    case 'header':
      return value.replace(UNFIT_FOR_HEADERS, (unfit) => encodeURIComponent(unfit.toWellFormed()));
  }
}

const UNFIT_FOR_HEADERS = /[^\x20-\x7e]+/g;

/** The text as it reads when its marks are gone, for those who look at it before a request comes. */
export function withoutMarks(text: string): string {
  return text.replaceAll(`"\\u0001{{`, '"{{').replaceAll(NUMBER_SLOT, '');
}
