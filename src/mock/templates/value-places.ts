/** Finds out in which form a value has to be written at a place of a text. */
import { isJsonType, mediaTypeOf } from '../../primitives/text/content-type.js';
import type { ValueForm } from './escape-value.js';

/** Follows the literal text of a template from its start, and knows the form of a value that stands there. */
export interface ValuePlaces {
  readonly pass: (text: string) => void;
  readonly form: () => ValueForm;
}

/** A type that has placeholders itself is not known before a request, so that values are text. */
export function placesInBody(contentType: string): ValuePlaces {
  if (contentType.includes('{{')) return fixedForm('text');
  const type = mediaTypeOf(contentType);
  if (isJsonType(type) || JSON_LINES.has(type)) return new JsonPlaces();
  if (/^text\/html$|[/+](?:xhtml)?\+?xml$/.test(type)) return new MarkupPlaces();
  if (/^(?:text|application)\/(?:x-)?(?:java|ecma)script$/.test(type)) return fixedForm('script');
  if (type === 'application/x-www-form-urlencoded') return fixedForm('form');
  return fixedForm(type === 'text/event-stream' ? 'line' : 'text');
}

export function placesInHeader(name: string): ValuePlaces {
  return fixedForm(name.toLowerCase() === 'set-cookie' ? 'cookie' : 'header');
}

const JSON_LINES: ReadonlySet<string> = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/json-seq',
  'text/json',
]);

function fixedForm(form: ValueForm): ValuePlaces {
  return { pass: () => undefined, form: () => form };
}

class JsonPlaces implements ValuePlaces {
  #isInString = false;

  /** A value never leaves its place, so that only the text of the file counts. */
  pass(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH && this.#isInString) at++;
      else if (code === QUOTE) this.#isInString = !this.#isInString;
    }
  }

  form(): ValueForm {
    return this.#isInString ? 'jsonString' : 'jsonValue';
  }
}

const QUOTE = 34;
const BACKSLASH = 92;

/** More of a tag is not looked at. */
const MAX_TAG_LENGTH = 1000;

class MarkupPlaces implements ValuePlaces {
  #isInProgram = false;
  /** From the last `<` on; empty outside of tags. */
  #tag = '';

  pass(text: string): void {
    for (const { 1: end } of text.matchAll(/<(\/?)(?:script|style)(?![\w-])/gi))
      this.#isInProgram = end === '';
    const start = text.lastIndexOf('<');
    const tag = start < 0 ? this.#tag + text : text.slice(start);
    this.#tag = (start < 0 && this.#tag === '') || tag.includes('>') ? '' : tag.slice(-MAX_TAG_LENGTH);
  }

  form(): ValueForm {
    return this.#isInProgram || HANDLER.test(this.#tag) ? 'script' : 'markup';
  }
}

/** An attribute whose value is a program. */
const HANDLER = /[\s"'/]on[a-z]+\s*=\s*(?:"[^"]*|'[^']*|[^\s"'>]*)$/i;
