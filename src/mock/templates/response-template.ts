/** A response whose texts contain values of the request. */
import type { FunctionTools } from '../../evaluation/functions/call.js';
import type { TemplateInput } from './source-value.js';
import {
  compileTemplateText,
  fillTemplateText,
  type TemplateProblem,
  type TemplateText,
} from './template-text.js';
import { templateTools } from './template-tools.js';
import { placesInBody, placesInHeader } from './value-places.js';

export interface TemplateTexts {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly contentType: string;
  /** A body of bytes has no placeholders. */
  readonly isBase64?: true;
}

export interface ResponseTemplate {
  readonly headers: readonly (readonly [name: string, value: TemplateText])[];
  readonly body: TemplateText;
  readonly problems: readonly PlacedProblem[];
}

export interface PlacedProblem extends TemplateProblem {
  /** The index of the header; undefined in the body. */
  readonly header?: number;
}

/** `wireText` converts literal text of headers to what is written. */
export function compileResponse(
  { headers, body, contentType, isBase64 }: TemplateTexts,
  parameters: readonly string[],
  wireText: (text: string) => string,
): ResponseTemplate {
  const problems: PlacedProblem[] = [];
  const compiled = headers.map(([name, value], header) => {
    const text = compileTemplateText(value, parameters, placesInHeader(name), wireText);
    problems.push(...text.problems.map((problem) => ({ ...problem, header })));
    return [name, text.parts] as const;
  });
  if (isBase64) return { headers: compiled, body: [body], problems };
  const { parts, problems: inBody } = compileTemplateText(body, parameters, placesInBody(contentType));
  return { headers: compiled, body: parts, problems: [...problems, ...inBody] };
}

/** A response is made in memory, and a client decides how long the values are. */
export const MAX_TEMPLATE_LENGTH = 16 * 1024 * 1024;

export class TemplateTooLong extends Error {}

export interface FilledTexts {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Throws TemplateTooLong. */
export function fillResponse(
  { headers, body }: Pick<ResponseTemplate, 'headers' | 'body'>,
  given: Omit<TemplateInput, 'tools' | 'spend'> & Pick<FunctionTools, 'clock' | 'random'>,
): FilledTexts {
  let length = 0;
  const input: TemplateInput = {
    ...given,
    tools: templateTools(given),
    spend: (characters) => {
      length += characters;
      if (length > MAX_TEMPLATE_LENGTH) throw new TemplateTooLong();
    },
  };
  return {
    headers: headers.map(([name, value]) => [name, fillTemplateText(value, input)] as const),
    body: fillTemplateText(body, input),
  };
}
