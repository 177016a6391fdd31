/** Parses the directive lines of one request into its fields and metadata. */
import type { Span } from '../model/diagnostic.js';
import { commaList, dependencyNames, isDataPath, readWaitFor } from '../model/directive-values.js';
import { DIRECTIVES, type Directive, type DirectiveKind } from '../text/directives.js';
import {
  addImport,
  clientDirectiveUse,
  noteClientName,
  repeatOf,
  type ClientDirectiveUse,
} from './client-directives.js';
import { EMPTY_LIST, appendAll, distinct } from '../text/lists.js';
import type { WrittenDirective } from '../model/model.js';
import { readEach } from '../expressions/parse-each.js';
import { readMockValue } from '../expressions/parse-mock.js';
import { readAuth } from './parse-auth.js';
import { readSet } from './parse-set.js';
import {
  NO_FIELDS,
  NO_METADATA,
  directiveSpan,
  nameSpan,
  valueSpan,
  type DirectiveFields,
  type DirectiveLine,
  type MutableMetadata,
} from './directive-line.js';
import { forgetNames, noteFile, noteNameAt } from './name-sites.js';
import { appendValues, readNumber, readStatusCodes, reportBadValue } from './number-directives.js';
import type { ParseState } from './parse-state.js';

export function readDirectives(state: ParseState, lines: readonly DirectiveLine[]): DirectiveFields {
  if (lines.length === 0) return NO_FIELDS;
  const metadata: MutableMetadata = {};
  const fields: DirectiveFields = { ...NO_FIELDS, metadata };
  const written: WrittenDirective[] = [];
  const seen = lines.length > 1 ? new Set<string>() : undefined;
  let hasMetadata = false;
  const findingsBefore = state.diagnostics.length;
  for (const line of lines) {
    const directive = DIRECTIVES.get(line.name) ?? DIRECTIVES.get(line.name.toLowerCase());
    const key = directive?.name ?? line.name.toLowerCase();
    if (!state.layoutReader) written.push({ name: directive?.name ?? line.name, value: line.value });
    const use = directive ? undefined : clientDirectiveUse(key, line.value);
    if (seen?.has(key) && (directive?.repeat ?? repeatOf(key)) === 'last') {
      state.reportAt('duplicate_directive', nameSpan(line), { name: key });
    }
    seen?.add(key);
    hasMetadata ||= directive?.key !== '';
    if (directive) applyDirective(state, directive, line, fields);
    else if (use === undefined) keepUnknown(state, key, line, metadata);
    else keepForeign(state, key, line, fields, use);
  }
  if ('retryOn' in metadata && !seen?.has('retry')) reportRetryOn(state, lines);
  if (fields.tags.length > 1) fields.tags = distinct(fields.tags);
  if (!hasMetadata) fields.metadata = NO_METADATA;
  if (state.names !== undefined) forgetNames(state, withoutEffect(state, lines, findingsBefore));
  // The directive that is refused here is kept in the metadata, and so are its names.
  if (metadata.each !== undefined) refuseOtherRepetition(state, lines, metadata);
  fields.written = written;
  return fields;
}

/** Lines with an error, and those that a later line replaces. */
function withoutEffect(
  { diagnostics }: ParseState,
  lines: readonly DirectiveLine[],
  findingsBefore: number,
): readonly DirectiveLine[] {
  // Both are findings, which few requests have.
  if (diagnostics.length === findingsBefore) return EMPTY_LIST;
  const faulty = new Set<number>();
  for (const { severity, line } of diagnostics.slice(findingsBefore))
    if (severity === 'error') faulty.add(line);
  const last = new Map(lines.map((line) => [line.name.toLowerCase(), line]));
  return lines.filter((line) => {
    const key = line.name.toLowerCase();
    const repeat = DIRECTIVES.get(key)?.repeat ?? repeatOf(key);
    return faulty.has(line.line) || (repeat === 'last' && last.get(key) !== line);
  });
}

function keepUnknown(state: ParseState, key: string, line: DirectiveLine, metadata: MutableMetadata): void {
  metadata[key] = line.value;
  const near = state.nearName(line.name, DIRECTIVE_NAMES) ?? '';
  state.reportAt('unknown_directive', nameSpan(line), { name: line.name, near }, near === '' ? 0 : 1);
}

/** A directive of another client keeps its text, several lines of it as lines of one text. */
function keepForeign(
  state: ParseState,
  key: string,
  line: DirectiveLine,
  fields: DirectiveFields,
  use: ClientDirectiveUse,
): void {
  const { metadata } = fields;
  const before = repeatOf(key) === 'adds' ? metadata[key] : undefined;
  metadata[key] = typeof before === 'string' ? `${before}\n${line.value}` : line.value;
  if (use === 'ignored' || use === 'unusable')
    state.reportAt('ignored_dialect', directiveSpan(line), { construct: `\`@${line.name}\`` });
  if (use === 'refers') {
    appendValues(metadata, 'depends', [line.value]);
    fields.dependsSpans = appendAll(fields.dependsSpans, [valueSpan(line)]);
  }
  if (use === 'adds' && key === 'import') addImport(state, line);
  if (state.names !== undefined) noteClientName(state, key, line);
}

const DIRECTIVE_NAMES = Array.from(DIRECTIVES.values(), ({ name }) => name);

function reportRetryOn(state: ParseState, lines: readonly DirectiveLine[]): void {
  const line = lines.find((l) => l.name.toLowerCase() === 'retryon');
  if (line) state.reportAt('retryon_without_retry', nameSpan(line));
}

/** Only one directive can say what a request is executed for. */
function refuseOtherRepetition(
  state: ParseState,
  lines: readonly DirectiveLine[],
  metadata: MutableMetadata,
): void {
  const other = ['data', 'loop'].find((key) => metadata[key] !== undefined);
  const line = lines.findLast(({ name }) => name.toLowerCase() === 'each');
  if (other === undefined || line === undefined) return;
  const needs = { name: 'each', grammar: `a request without \`@${other}\`` };
  reportBadValue(state, needs, line, `@${other} ${String(metadata[other])}`);
}

/** Directives of these kinds need some text; the others check their values themselves. */
const NEEDS_TEXT: ReadonlySet<DirectiveKind> = new Set(['name', 'texts', 'text']);

function applyDirective(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  fields: DirectiveFields,
): void {
  const { key, kind } = directive;
  const { value } = line;
  const { metadata } = fields;
  if (value === '' && NEEDS_TEXT.has(kind)) return reportBadValue(state, directive, line);
  switch (kind) {
    case 'name':
      return void Object.assign(fields, { name: value, nameSpan: valueSpan(line) });
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
      return appendValues(metadata, key, [value]);
    case 'quoted-text':
      metadata[key] = /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
      return;
    case 'depends':
      return readDepends(state, directive, line, fields);
    case 'text':
    case 'data':
      if (kind === 'data' && !isDataPath(value)) return reportBadValue(state, directive, line);
      metadata[key] = value;
      if (kind === 'data') noteFile(state, value, valueSpan(line));
      return;
    case 'each':
      return addEach(state, directive, line, metadata);
    case 'wait-for':
      return addWaitFor(state, directive, line, metadata);
    case 'integer':
    case 'duration':
      return readNumber(state, directive, line, metadata);
    case 'status-codes':
      return readStatusCodes(state, directive, line, metadata);
    case 'set':
      return addSet(state, directive, line, metadata);
    case 'mock-when':
    case 'mock-delay':
    case 'mock-fault':
    case 'mock-sequence':
      return addMockValue(state, directive, line, metadata);
    case 'auth':
      return setAuth(state, line, metadata);
  }
}

function setAuth(state: ParseState, line: DirectiveLine, metadata: MutableMetadata): void {
  const auth = readAuth(state, line.value, nameSpan(line), valueSpan(line));
  if (auth) metadata.auth = auth;
  else delete metadata.auth;
}

function addEach(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const read = readEach(line.value);
  if (read === undefined) return reportBadValue(state, directive, line);
  if ('needs' in read) return reportBadValue(state, { ...directive, grammar: read.needs }, line, read.found);
  metadata.each = read.each;
  // Without a name the word of the directive is where the element gets its name, unless it is written otherwise.
  if (read.nameAt < 0 && line.name !== read.each.name) return;
  const column = read.nameAt < 0 ? line.nameColumn + 1 : line.valueColumn + read.nameAt;
  noteNameAt(state, 'variable', 'definition', read.each.name, { line: line.line, column });
}

function addWaitFor(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const waitFor = readWaitFor(line.value);
  if (waitFor === undefined) return reportBadValue(state, directive, line);
  metadata.waitFor = waitFor;
}

function addSet(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const set = readSet(state, line);
  if (set === undefined) return reportBadValue(state, directive, line);
  metadata.set = appendAll(metadata.set ?? EMPTY_LIST, [set]);
}

function addMockValue(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  metadata: MutableMetadata,
): void {
  const { key, repeat } = directive;
  const value = readMockValue(directive, line.value);
  if (value === undefined) return reportBadValue(state, directive, line);
  const before = (metadata[key] ?? EMPTY_LIST) as readonly unknown[];
  metadata[key] = repeat === 'adds' ? appendAll(before, [value]) : value;
}

function readDepends(
  state: ParseState,
  directive: Directive,
  line: DirectiveLine,
  fields: DirectiveFields,
): void {
  const names: string[] = [];
  const spans: Span[] = [];
  for (const { name, start, end } of dependencyNames(line.value)) {
    names.push(name);
    spans.push({ line: line.line, column: line.valueColumn + start, endColumn: line.valueColumn + end });
  }
  if (names.length === 0) return reportBadValue(state, directive, line);
  appendValues(fields.metadata, directive.key, names);
  fields.dependsSpans = appendAll(fields.dependsSpans, spans);
}
