/** Directives with numbers and status codes, and what is said of values that cannot be read. */
import { commaList, readDirectiveDuration, readInteger } from '../model/directive-values.js';
import type { Directive } from '../text/directives.js';
import { EMPTY_LIST, appendAll } from '../text/lists.js';
import { isOnePlaceholder } from '../text/template.js';
import { nameSpan, valueSpan, type DirectiveLine, type MutableMetadata } from './directive-line.js';
import type { ParseState } from './parse-state.js';

/** Parses an integer or duration; a placeholder is kept as text and checked when the request runs. */
export function readNumber(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const { key } = directive;
  // The last of several lines wins, whether it has a number or a placeholder.
  const { [key]: _replaced, ...dynamic } = (metadata['dynamicValues'] ?? {}) as Record<string, string>;
  delete metadata[key];
  delete metadata['dynamicValues'];
  if (isOnePlaceholder(line.value)) dynamic[key] = line.value;
  if (Object.keys(dynamic).length > 0) metadata['dynamicValues'] = dynamic;
  if (isOnePlaceholder(line.value)) return;
  const number = directive.kind === 'duration' ? readDirectiveDuration(line.value) : readInteger(line.value);
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = directive;
  if (number === undefined || number < min || number > max) return reportBadValue(state, directive, line);
  metadata[key] = number;
}

export function readStatusCodes(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const codes = commaList(line.value).map((code) => code.toLowerCase());
  if (codes.length === 0 || !codes.every((code) => /^[1-5](?:\d\d|xx)$/.test(code)))
    return reportBadValue(state, directive, line);
  appendValues(metadata, directive.key, codes);
}

export function reportBadValue(
  state: ParseState,
  { name, grammar }: Pick<Directive, 'name' | 'grammar'>,
  line: DirectiveLine,
  text = line.value,
): void {
  const span = line.value === '' ? nameSpan(line) : valueSpan(line);
  state.reportAt('directive_value', span, { name, grammar, text });
}

export function appendValues(metadata: MutableMetadata, key: string, values: string[]): void {
  metadata[key] = appendAll((metadata[key] ?? EMPTY_LIST) as readonly string[], values);
}
