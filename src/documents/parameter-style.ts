/** How lists and objects of a parameter are written (OpenAPI `style` and `explode`, 2.0 `collectionFormat`). */
import type { ApiVersion } from './api-operations.js';
import { text, type Mapping } from './plain-data.js';

export interface ParameterStyle {
  readonly style: string;
  readonly explode: boolean;
  readonly separator: string;
}

const SEPARATORS: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  ssv: ' ',
  tsv: '\t',
  pipes: '|',
};

export function readStyle(
  parameter: Mapping,
  fallback: 'form' | 'simple',
  version: ApiVersion,
): ParameterStyle {
  if (version === '2.0') {
    const format = text(parameter['collectionFormat']);
    return { style: fallback, explode: format === 'multi', separator: separatorOf(format) };
  }
  const style = typeof parameter['style'] === 'string' ? parameter['style'] : fallback;
  const explode = typeof parameter['explode'] === 'boolean' ? parameter['explode'] : style === 'form';
  return { style, explode, separator: separatorOf(style) };
}

function separatorOf(word: string): string {
  return Object.hasOwn(SEPARATORS, word) ? (SEPARATORS[word] ?? ',') : ',';
}
