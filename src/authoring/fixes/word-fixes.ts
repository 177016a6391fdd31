/** Fixes that replace a word, quote a value or take it away. */
import { nearest } from '../../primitives/near-names.js';
import { valueSite } from '../../request-file/expressions/parse-expected.js';
import { SUBJECT_WORDS } from '../../request-file/expressions/parse-subject.js';
import { AUTH_METHODS } from '../../request-file/parse/parse-auth.js';
import { BLOCK_KINDS } from '../../request-file/text/blocks.js';
import { trimEnd } from '../../request-file/text/characters.js';
import { DIRECTIVES } from '../../request-file/text/directives.js';
import { functionNames } from '../../request-file/text/function-names.js';
import { METHODS } from '../../request-file/text/methods.js';
import { OPERATOR_WORDS } from '../../request-file/text/operators.js';
import { openingAt } from '../../request-file/text/template.js';
import type { Fix, FixContext } from './fix-context.js';
import { replacement } from './text-edit.js';

const MAX_NEAR = 3;

interface Word {
  readonly text: string;
  /** In the line, from 0. */
  readonly start: number;
}

function nearFixes({ finding }: FixContext, word: Word | undefined, names: Iterable<string>): Fix[] {
  if (word === undefined || word.text === '') return [];
  const { text, start } = word;
  const column = start + 1;
  return nearest(text, names, MAX_NEAR)
    .filter((near) => near !== text)
    .map((near) => ({
      title: `Change to \`${near}\``,
      edits: [replacement(finding.line, column, column + text.length, near)],
      safe: false,
    }));
}

/** The word at the place of the finding, from where a pattern starts to match. */
function wordAt({ finding, lines }: FixContext, pattern: RegExp): Word | undefined {
  const span = lines.line(finding.line).slice(finding.column - 1, finding.endColumn - 1);
  const found = pattern.exec(span);
  const text = found?.[1] ?? '';
  return found === null
    ? undefined
    : { text, start: finding.column - 1 + found.index + found[0].length - text.length };
}

export const changeOperator = (context: FixContext): Fix[] =>
  nearFixes(
    context,
    wordAt(context, /^(?:!|not[ \t]+)?(\S*)$/i),
    [...OPERATOR_WORDS.values()].map(({ name }) => name),
  );

export const changeMethod = (context: FixContext): Fix[] =>
  nearFixes(context, wordAt(context, /^(\w*)/), METHODS);

export const changeDirective = (context: FixContext): Fix[] =>
  nearFixes(
    context,
    wordAt(context, /^@(.*)$/),
    [...DIRECTIVES.values()].map(({ name }) => name),
  );

export const changeAuthMethod = (context: FixContext): Fix[] =>
  nearFixes(context, wordAt(context, /^(\w*)$/), Object.values(AUTH_METHODS));

export const changeBlock = (context: FixContext): Fix[] =>
  nearFixes(
    context,
    wordAt(context, /^>>>[ \t]*(\w*)/),
    BLOCK_KINDS.filter((kind) => kind !== 'assertions'),
  );

export const changeSubject = (context: FixContext): Fix[] =>
  nearFixes(context, wordAt(context, /^(\w*)$/), SUBJECT_WORDS);

export const changeFunction = (context: FixContext): Fix[] =>
  nearFixes(context, wordAt(context, /^\{\{[ \t]*\$?([A-Za-z_][\w.]*)/), functionNames());

export const changeDependency = (context: FixContext): Fix[] =>
  nearFixes(
    context,
    wordAt(context, /^"?([^"]*)"?$/),
    new Set(context.file.requests.map(({ name }) => name).filter((name) => /^[^",]+$/.test(name))),
  );

/** The value reaches from the place of the finding to its end, before a comment. */
export function quoteValue({ finding, lines }: FixContext): Fix[] {
  const line = lines.line(finding.line);
  const start = finding.column - 1;
  const end = trimEnd(line, start, line.length);
  const { end: stop } = valueSite(line, start, end, false);
  const value = line.slice(start, Math.max(stop, finding.endColumn - 1));
  const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const edit = replacement(finding.line, start + 1, start + 1 + value.length, quoted);
  return [{ title: 'Compare as text', edits: [edit], safe: false }];
}

export function removeValue({ finding, lines }: FixContext): Fix[] {
  const line = lines.line(finding.line);
  const start = trimEnd(line, 0, finding.column - 1);
  const edit = replacement(finding.line, start + 1, finding.endColumn, '');
  return [{ title: 'Remove the value', edits: [edit], safe: false }];
}

/** All blanks of the URL, but none in its placeholders. */
export function encodeBlanks({ finding, lines, file }: FixContext): Fix[] {
  const line = lines.line(finding.line);
  const request = file.requests.find(({ requestLine }) => requestLine === finding.line);
  if (request === undefined) return [];
  const start = line.indexOf(request.url);
  const edits = [];
  for (let at = start; at < start + request.url.length; at++) {
    if (line.startsWith('{{', at)) at = openingAt(line, at, line.length).end - 1;
    else if (line[at] === ' ' || line[at] === '\t')
      edits.push(replacement(finding.line, at + 1, at + 2, '%20'));
  }
  return [{ title: 'Write `%20`', edits, safe: true }];
}
