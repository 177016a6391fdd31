/** Values of requests: data of the document, and what only means something in a request file. */
import { toJson } from '../../evaluation/values/json.js';
import { entriesOf } from '../../primitives/json/key-order.js';
import { literalText } from '../../request-file/write-safely.js';

/** A text that is interpolated. */
export class Template {
  constructor(readonly text: string) {}
}

/** A number in the form it is to be written. */
export class NumberText {
  constructor(readonly text: string) {}
}

/** Thrown when more text was written than a request file can hold. */
export class TooMuchText extends Error {}

/** How much text may still be written. */
export class TextBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Texts are taken while they are made, so that none becomes larger than everything may be. */
  take(text: string): string {
    this.#spend(Buffer.byteLength(text));
    return text;
  }

  /** Makes something; what it costs is its size in the end, not the texts that it was made of. */
  takeWhole<T>(make: () => T, sizeOf: (made: T) => number): T {
    const before = this.#left;
    const made = make();
    this.#left = before;
    this.#spend(sizeOf(made));
    return made;
  }

  #spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooMuchText();
  }
}

/** JSON with an indent of two; placeholders of the document's own texts are kept from being read as such. */
export function jsonText(value: unknown, budget: TextBudget, line = '\n'): string {
  if (value instanceof Template) return budget.take(`"${value.text}"`);
  if (value instanceof NumberText) return budget.take(value.text);
  if (typeof value !== 'object' || value === null) return budget.take(literalText(toJson(value)));
  const inner = `${line}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => budget.take(inner) + jsonText(item, budget, inner));
    return items.length === 0 ? budget.take('[]') : `[${items.join(',')}${line}]`;
  }
  const members = entriesOf(value as Readonly<Record<string, unknown>>).map(
    ([key, item]) =>
      budget.take(`${inner}${literalText(JSON.stringify(key))}: `) + jsonText(item, budget, inner),
  );
  return members.length === 0 ? budget.take('{}') : `{${members.join(',')}${line}}`;
}

/** A value where only text can stand. */
export function plainText(value: unknown, budget: TextBudget): string {
  if (value instanceof Template || value instanceof NumberText) return value.text;
  if (typeof value === 'string') return budget.take(literalText(value));
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return toJson(value);
  return jsonText(value, budget).replaceAll(/\n */g, '');
}
