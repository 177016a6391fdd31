/** Parses the directive lines of one request into its fields and metadata. */
import type { Span } from '../model/diagnostic.js';
import {
  commaList,
  dependencyNames,
  readDirectiveDuration,
  readInteger,
  readWaitFor,
} from '../model/directive-values.js';
import { DIRECTIVES, type Directive } from '../text/directives.js';
import { FOREIGN_DIRECTIVES } from './foreign-dialects.js';
import { EMPTY_LIST } from '../text/lists.js';
import type { Auth, Metadata, WrittenDirective } from '../model/model.js';
import { readAuth } from './parse-auth.js';
import type { ParseState } from './parse-state.js';
import { isOnePlaceholder } from '../text/template.js';

/** A directive line. Columns are numbers, because only findings need spans. */
export interface DirectiveLine {
  /** The name as written. */
  readonly name: string;
  readonly value: string;
  readonly line: number;
  /** The column of the first character of the line. */
  readonly column: number;
  /** The column of the `@`. */
  readonly nameColumn: number;
  readonly valueColumn: number;
}

export function directiveSpan({ line, column, valueColumn, value }: DirectiveLine): Span {
  return { line, column, endColumn: valueColumn + value.length };
}

function nameSpan({ line, nameColumn, name }: DirectiveLine): Span {
  return { line, column: nameColumn, endColumn: nameColumn + 1 + name.length };
}

function valueSpan({ line, valueColumn, value }: DirectiveLine): Span {
  return { line, column: valueColumn, endColumn: valueColumn + value.length };
}

export interface DirectiveFields {
  name: string | undefined;
  nameSpan: Span | undefined;
  description: string;
  tags: readonly string[];
  metadata: Metadata;
  /** One span for each entry of `metadata.depends`. */
  dependsSpans: readonly Span[];
  written: readonly WrittenDirective[];
}

type MutableMetadata = Record<string, unknown>;

const NO_METADATA: Metadata = Object.freeze({});

/** Shared by all requests without directives and never modified. */
const NO_FIELDS: DirectiveFields = {
  name: undefined,
  nameSpan: undefined,
  description: '',
  tags: EMPTY_LIST,
  metadata: NO_METADATA,
  dependsSpans: EMPTY_LIST,
  written: EMPTY_LIST,
};

export function readDirectives(state: ParseState, lines: readonly DirectiveLine[]): DirectiveFields {
  if (lines.length === 0) return NO_FIELDS;
  const fields: DirectiveFields = { ...NO_FIELDS };
  const metadata: MutableMetadata = {};
  const written: WrittenDirective[] = [];
  const seen = lines.length > 1 ? new Set<string>() : undefined;
  let hasMetadata = false;
  for (const line of lines) {
    const directive = DIRECTIVES.get(line.name) ?? DIRECTIVES.get(line.name.toLowerCase());
    const key = directive?.name ?? line.name.toLowerCase();
    if (!state.layoutReader) written.push({ name: directive?.name ?? line.name, value: line.value });
    if (seen?.has(key) && (directive?.repeat ?? 'last') === 'last') {
      state.reportAt('duplicate_directive', nameSpan(line), { name: key });
    }
    seen?.add(key);
    hasMetadata ||= directive?.key !== '';
    if (directive) applyDirective(state, directive, line, fields, metadata);
    else keepUnknown(state, key, line, metadata);
  }
  if ('retryOn' in metadata && !seen?.has('retry')) reportRetryOn(state, lines);
  if (fields.tags.length > 1) fields.tags = [...new Set(fields.tags)];
  if (hasMetadata) fields.metadata = metadata;
  fields.written = written;
  return fields;
}

function keepUnknown(state: ParseState, key: string, line: DirectiveLine, metadata: MutableMetadata): void {
  metadata[key] = line.value;
  if (FOREIGN_DIRECTIVES.has(key))
    state.reportAt('ignored_dialect', directiveSpan(line), { construct: `\`@${line.name}\`` });
  else state.reportAt('unknown_directive', nameSpan(line), { name: line.name });
}

function reportRetryOn(state: ParseState, lines: readonly DirectiveLine[]): void {
  const line = lines.find((l) => l.name.toLowerCase() === 'retryon');
  if (line) state.reportAt('retryon_without_retry', nameSpan(line));
}

function applyDirective(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  fields: DirectiveFields,
  metadata: MutableMetadata,
): void {
  const { key } = directive;
  const { value } = line;
  switch (directive.kind) {
    case 'name':
      if (value === '') return reportBadValue(state, directive, line);
      fields.name = value;
      fields.nameSpan = valueSpan(line);
      return;
    case 'description':
      fields.description = value;
      return;
    case 'tags':
      fields.tags = appendAll(fields.tags, commaList(value));
      return;
    case 'reason':
      metadata[key] = value === '' ? 'skipped' : value;
      return;
    case 'flag':
      metadata[key] = true;
      return;
    case 'texts':
      if (value === '') return reportBadValue(state, directive, line);
      return append(metadata, key, [value]);
    case 'text':
      if (value === '') return reportBadValue(state, directive, line);
      metadata[key] = value;
      return;
    case 'quoted-text':
      metadata[key] = /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
      return;
    case 'depends':
      return readDepends(state, directive, line, fields, metadata);
    case 'data':
      if (!/(?:\.csv|\.json|\}\})$/i.test(value)) return reportBadValue(state, directive, line);
      metadata[key] = value;
      return;
    case 'wait-for':
      return set(state, directive, line, metadata, readWaitFor(value));
    case 'integer':
    case 'duration':
      return readNumber(state, directive, line, metadata);
    case 'status-codes':
      return readStatusCodes(state, directive, line, metadata);
    case 'auth': {
      const auth: Auth | undefined = readAuth(state, value, nameSpan(line), valueSpan(line));
      if (auth) metadata[key] = auth;
      else delete metadata[key];
      return;
    }
  }
}

function reportBadValue(state: ParseState, directive: Directive, line: DirectiveLine): void {
  const span = line.value === '' ? nameSpan(line) : valueSpan(line);
  state.reportAt('directive_value', span, {
    name: directive.name,
    grammar: directive.grammar,
    text: line.value,
  });
}

function set(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
  value: unknown,
): void {
  if (value === undefined) reportBadValue(state, directive, line);
  else metadata[directive.key] = value;
}

function append(metadata: MutableMetadata, key: string, values: readonly string[]): void {
  const before = metadata[key];
  if (!Array.isArray(before)) metadata[key] = [...values];
  else for (const value of values) before.push(value);
}

/** Appends in place, unless the list is the shared empty one. */
function appendAll<Item>(list: readonly Item[], more: Item[]): readonly Item[] {
  if (list.length === 0) return more;
  for (const item of more) (list as Item[]).push(item);
  return list;
}

/** Parses an integer or duration; a placeholder is kept as text and checked when the request runs. */
function readNumber(
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

function readStatusCodes(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const codes = commaList(line.value).map((code) => code.toLowerCase());
  if (codes.length === 0 || !codes.every((code) => /^[1-5](?:\d\d|xx)$/.test(code)))
    return reportBadValue(state, directive, line);
  append(metadata, directive.key, codes);
}

function readDepends(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  fields: DirectiveFields,
  metadata: MutableMetadata,
): void {
  const names: string[] = [];
  const spans: Span[] = [];
  for (const { name, start, end } of dependencyNames(line.value)) {
    names.push(name);
    spans.push({ line: line.line, column: line.valueColumn + start, endColumn: line.valueColumn + end });
  }
  if (names.length === 0) return reportBadValue(state, directive, line);
  append(metadata, directive.key, names);
  fields.dependsSpans = appendAll(fields.dependsSpans, spans);
}
