/** Parameters of an operation: values in the URL, query lines, headers, cookies (cli.md 10.2). */
import { headerName } from '../../request-file/text/header-name.js';
import type { Pair } from '../draft.js';
import type { Parameter, ParameterContext } from './parameter.js';
import { parameterSample, type ParameterSample } from './parameter-sample.js';
import { styledPairs, styledText, styleOf } from './parameter-style.js';

export interface SentParameters {
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
}

/** Said elsewhere in the document. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

/** Required ones, and optional ones with an example. */
export function sentParameters(parameters: readonly Parameter[], context: ParameterContext): SentParameters {
  const sent = { query: [] as Pair[], headers: [] as Pair[], cookies: [] as Pair[] };
  for (const parameter of parameters) {
    const sample = parameterSample(parameter, context);
    if (parameter.value['required'] !== true && !sample.isExample) continue;
    if (parameter.in === 'query') sent.query.push(...queryPairs(parameter, sample, context));
    else if (parameter.in === 'cookie') sent.cookies.push(textPair(parameter, sample, context, 'form'));
    else if (parameter.in === 'header' && !isIgnored(parameter.name))
      sent.headers.push(textPair(parameter, sample, context, 'simple'));
    else if (parameter.in === 'querystring')
      context.reading.lose(parameter.below, 'a parameter for the whole query string has no counterpart');
  }
  return sent;
}

/** Computed ones are never sent as written. */
function isIgnored(name: string): boolean {
  return IGNORED_HEADERS.has(name.toLowerCase()) || headerName(name).role === 'computed';
}

function queryPairs(parameter: Parameter, { value }: ParameterSample, context: ParameterContext): Pair[] {
  if (value === undefined) return [{ key: parameter.name, value: needed(parameter, context) }];
  const style = styleOf(parameter.value, 'form', context.version === '2.0');
  return styledPairs(parameter.name, value, style, context.room);
}

function textPair(
  parameter: Parameter,
  { value }: ParameterSample,
  context: ParameterContext,
  fallback: 'form' | 'simple',
): Pair {
  if (value === undefined) return { key: parameter.name, value: needed(parameter, context) };
  const { explode, separator } = styleOf(parameter.value, fallback, context.version === '2.0');
  const style = { style: 'simple', explode: explode && fallback === 'simple', separator };
  return { key: parameter.name, value: styledText(parameter.name, value, style, context.room) };
}

function needed({ name }: Parameter, { variables, owner }: ParameterContext): string {
  return variables.use(name, undefined, owner);
}

/** The path with placeholders for its parameters. */
export function pathTemplate(
  path: string,
  parameters: readonly Parameter[],
  context: ParameterContext,
): string {
  return path
    .split(/(\{[^{}/]+\})/)
    .map((piece, i) =>
      i % 2 === 0 ? literalPath(piece) : pathPlaceholder(piece.slice(1, -1), parameters, context),
    )
    .join('');
}

function literalPath(text: string): string {
  return text.replaceAll('{{', '\\{{').replaceAll(' ', '%20');
}

function pathPlaceholder(name: string, parameters: readonly Parameter[], context: ParameterContext): string {
  const { variables, owner, room } = context;
  const parameter = parameters.find((candidate) => candidate.in === 'path' && candidate.name === name);
  const value = parameter && parameterSample(parameter, context).value;
  if (parameter === undefined || value === undefined) return variables.use(name, undefined, owner);
  const style = styleOf(parameter.value, 'simple', context.version === '2.0');
  const keepsSlashes =
    name.startsWith('+') ||
    parameter.value['allowReserved'] === true ||
    parameter.value['x-reservedExpansion'] === true;
  const text = encodePath(styledText(name, value, style, room), keepsSlashes);
  return variables.use(name, text, owner);
}

/** What would end the segment or the path; other characters are encoded when they are sent. */
function encodePath(text: string, keepsSlashes: boolean): string {
  const ends = keepsSlashes ? /[?#]|%(?![0-9a-f]{2})/gi : /[/?#]|%(?![0-9a-f]{2})/gi;
  return text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece, i) => (i % 2 === 0 ? piece.replace(ends, encodeURIComponent) : piece))
    .join('');
}

/** `Cookie: a=1; b=2`, if there is anything to send. */
export function cookieHeader(cookies: readonly Pair[]): Pair[] {
  if (cookies.length === 0) return [];
  return [{ key: 'Cookie', value: cookies.map(({ key, value }) => `${key}=${value}`).join('; ') }];
}
