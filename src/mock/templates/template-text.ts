/** Text with placeholders for values of the request and results of functions; compiled once, filled in for each request. */
import { cutTemplate } from '../../request-file/text/template.js';
import { writeValue, type ValueForm } from './escape-value.js';
import { valueOfSource, type TemplateInput } from './source-value.js';
import { readSource, type TemplateSource } from './template-source.js';
import type { ValuePlaces } from './value-places.js';

export type TemplateText = readonly TextPart[];

type TextPart = string | { readonly source: TemplateSource; readonly form: ValueForm };

/** A placeholder that stays as it is. */
export interface TemplateProblem {
  /** As written, with its braces. */
  readonly written: string;
  /** How many line breaks stand before it. */
  readonly linesBefore: number;
  readonly reason: string;
}

/** `literal` converts the text of the file to that of the wire. */
export function compileTemplateText(
  text: string,
  parameters: readonly string[],
  places: ValuePlaces,
  literal: (text: string) => string = (part) => part,
): { readonly parts: TemplateText; readonly problems: readonly TemplateProblem[] } {
  const parts: TextPart[] = [];
  const problems: TemplateProblem[] = [];
  let linesBefore = 0;
  for (const piece of cutTemplate(text)) {
    const reading = piece.kind === 'text' ? undefined : readSource(piece.inner, parameters);
    const written = piece.kind === 'text' ? piece.text : piece.source;
    if (reading?.ok) parts.push({ source: reading.source, form: places.form() });
    else {
      parts.push(literal(written));
      places.pass(written);
    }
    if (reading?.ok === false) problems.push({ written, linesBefore, reason: reading.reason });
    linesBefore += lineBreaksIn(written);
  }
  return { parts, problems };
}

function lineBreaksIn(text: string): number {
  return text.includes('\n') ? text.split('\n').length - 1 : 0;
}

/** No value is looked at again, so that braces in it mean nothing. */
export function fillTemplateText(text: TemplateText, input: TemplateInput): string {
  let filled = '';
  for (const part of text) {
    const piece = typeof part === 'string' ? part : writeValue(valueOfSource(part.source, input), part.form);
    input.spend(piece.length);
    filled += piece;
  }
  return filled;
}

export function sourcesOf(text: TemplateText): readonly TemplateSource[] {
  const found = text.flatMap((part) => (typeof part === 'string' ? [] : [part.source]));
  return found.flatMap(withArguments);
}

function withArguments(source: TemplateSource): readonly TemplateSource[] {
  if (source.kind !== 'function') return [source];
  const inner = source.args.flat().filter((piece) => typeof piece !== 'string');
  return [source, ...inner];
}
