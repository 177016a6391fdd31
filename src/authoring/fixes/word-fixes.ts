/** Fixes that replace a word by one that is nearly the same. */
import { nearest } from '../../primitives/near-names.js';
import { SUBJECT_WORDS } from '../../request-file/expressions/parse-subject.js';
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import { AUTH_METHODS } from '../../request-file/parse/parse-auth.js';
import { BLOCK_KINDS } from '../../request-file/text/blocks.js';
import { DIRECTIVES } from '../../request-file/text/directives.js';
import { functionNames } from '../../request-file/text/function-names.js';
import { METHODS } from '../../request-file/text/methods.js';
import { OPERATOR_WORDS } from '../../request-file/text/operators.js';
import type { Fix, FixContext } from './fix-context.js';
import { replacement } from './text-edit.js';

const MAX_NEAR = 3;
/** Nobody mistypes a longer word, and comparing such words takes the square of their length. */
const MAX_WORD_LENGTH = 200;

interface Word {
  readonly text: string;
  /** In the line, from 0. */
  readonly start: number;
}

function nearFixes({ finding }: FixContext, word: Word | undefined, names: Iterable<string>): Fix[] {
  if (word === undefined || word.text === '' || word.text.length > MAX_WORD_LENGTH) return [];
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

/** The word at the place of the finding, which is the first group of a pattern, at the end of its match. */
function wordAt({ finding, source }: FixContext, pattern: RegExp): Word | undefined {
  const span = source.lines.line(finding.line).slice(finding.column - 1, finding.endColumn - 1);
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
  nearFixes(context, wordAt(context, /^([\w \t]*)$/), Object.values(AUTH_METHODS));

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

/** Of a request in another file, the file stays and the name after `#` is replaced. */
export function changeDependency(context: FixContext): Fix[] {
  const word = wordAt(context, /^"?([^"]*)/);
  // The text may have changed since the other file was looked at.
  if (word === undefined || word.text !== context.values['name']) return [];
  const other = otherFileDependency(word.text);
  if (other === undefined)
    return nearFixes(context, word, writable(context.source.file.requests.map(({ name }) => name)));
  const { name, path } = other;
  const names = context.sources.requestNames?.(path) ?? [];
  return nearFixes(context, { text: name, start: word.start + path.length + 1 }, writable(names));
}

/** Names that mean themselves in a list of names, with and without quotes. */
function writable(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => /^[^",\\]{1,200}$/.test(name) && name.trim() === name));
}
