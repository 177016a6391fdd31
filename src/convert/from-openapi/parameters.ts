/** Converts the parameters of an operation to the URL, query lines, headers and cookies. */
import type { Parameter } from '../../documents/operation-parameters.js';
import { readStyle } from '../../documents/parameter-style.js';
import { text } from '../../documents/plain-data.js';
import { headerName } from '../../request-file/text/header-name.js';
import { literalText } from '../../request-file/write-safely.js';
import type { PairDraft } from '../import-draft.js';
import { shortenDescription } from '../writable-text.js';
import type { OperationContext } from './operation-context.js';
import { parameterSample } from './parameter-sample.js';
import { stylePairs, styleText } from './parameter-style.js';

export interface SentParameters {
  readonly query: readonly PairDraft[];
  readonly headers: readonly PairDraft[];
  readonly cookies: readonly PairDraft[];
  /** Optional query parameters, as comments that only need their `#` removed. */
  readonly comments: readonly string[];
}

/** OpenAPI defines these headers by other fields. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Required parameters, and optional ones with an example; other optional ones of the query become comments. */
export function convertParameters(
  parameters: readonly Parameter[],
  context: OperationContext,
): SentParameters {
  const pairs = (): PairDraft[] => [];
  const sent = { query: pairs(), headers: pairs(), cookies: pairs(), comments: [] as string[] };
  for (const parameter of parameters) {
    const { value, isExample } = parameterSample(parameter, context);
    if (parameter.value['required'] !== true && !isExample) {
      if (parameter.in === 'query') sent.comments.push(...optionalLines(parameter, value, context));
      continue;
    }
    if (parameter.in === 'query') sent.query.push(...pairsOf(parameter, value, context));
    else if (parameter.in === 'cookie') sent.cookies.push(...pairsOf(parameter, value, context));
    else if (parameter.in === 'header' && !isIgnored(parameter.name))
      sent.headers.push(...pairsOf(parameter, value, context));
    else if (parameter.in === 'querystring')
      context.lose(parameter.below, 'a parameter for the whole query string has no counterpart');
  }
  return sent;
}

/** The description and the line of a parameter that may be added. */
function optionalLines(parameter: Parameter, value: unknown, { api }: OperationContext): string[] {
  const { name, value: written } = parameter;
  if (api.size.comments === 'none') {
    api.shared.lose('/paths', 'optional query parameters are left out, because the file would be too large');
    return [];
  }
  const style = readStyle(written, 'form', api.version);
  const found = value === undefined ? [{ key: name, value: '' }] : stylePairs(name, value, style, api.budget);
  const lines = found.map((pair) => `& ${pair.key} = ${pair.value}`.trimEnd());
  const about = api.size.comments === 'described' ? shortenDescription(text(written['description'])) : '';
  const all = about === '' ? lines : [about, ...lines];
  api.budget.take(all.join('\n# '));
  return all;
}

/** Computed headers are never sent as written. */
function isIgnored(name: string): boolean {
  return IGNORED_HEADERS.has(name.toLowerCase()) || headerName(name).role === 'computed';
}

function pairsOf(parameter: Parameter, value: unknown, { api, owner }: OperationContext): PairDraft[] {
  const { name, in: place } = parameter;
  if (value === undefined) return [{ key: name, value: api.variables.use(name, undefined, owner) }];
  const isHeader = place === 'header';
  const style = readStyle(parameter.value, isHeader ? 'simple' : 'form', api.version);
  if (place === 'query') return stylePairs(name, value, style, api.budget);
  const simple = { ...style, style: 'simple', explode: style.explode && isHeader };
  return [{ key: name, value: styleText(name, value, simple, api.budget) }];
}

/** The path with placeholders for its parameters. */
export function createPathTemplate(
  path: string,
  parameters: readonly Parameter[],
  context: OperationContext,
): string {
  return path
    .split(/(\{[^{}/]+\})/)
    .map((part, i) =>
      i % 2 === 0
        ? literalText(part).replaceAll(' ', '%20')
        : pathPlaceholder(part.slice(1, -1), parameters, context),
    )
    .join('');
}

function pathPlaceholder(name: string, parameters: readonly Parameter[], context: OperationContext): string {
  const { variables, budget, version } = context.api;
  const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
  const sample = parameter && parameterSample(parameter, context);
  if (parameter === undefined || sample?.value === undefined)
    return variables.use(name, undefined, context.owner);
  const style = readStyle(parameter.value, 'simple', version);
  const keepsSlashes =
    name.startsWith('+') ||
    parameter.value['allowReserved'] === true ||
    parameter.value['x-reservedExpansion'] === true;
  const encoded = encodePath(styleText(name, sample.value, style, budget), keepsSlashes);
  return sample.isFiller
    ? variables.useFiller(name, encoded, context.owner)
    : variables.use(name, encoded, context.owner);
}

/** Encodes the characters that would end the segment or the path; others are encoded when sent. */
function encodePath(text: string, keepsSlashes: boolean): string {
  if (!/[/?#%]/.test(text)) return text;
  const ends = keepsSlashes ? /[?#]|%(?![0-9a-f]{2})/gi : /[/?#]|%(?![0-9a-f]{2})/gi;
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, i) => (i % 2 === 0 ? part.replace(ends, encodeURIComponent) : part))
    .join('');
}
