/** What an editor says about the word at a place: its meaning and an example, from the tables of the language. */
import { isExpect } from './parse/parse-assertion.js';
import { ConditionReader } from './expressions/parse-conditions.js';
import { valueSite } from './expressions/parse-expected.js';
import { elementPath } from './expressions/parse-operation.js';
import { operatorAt } from './expressions/parse-operator.js';
import { SUBJECT_WORDS, readColumn, readSubject } from './expressions/parse-subject.js';
import { blockOpener, BLOCK_KINDS, type BlockKind } from './text/blocks.js';
import { skipBlanks, trimEnd } from './text/characters.js';
import { DIRECTIVES, directiveAt } from './text/directives.js';
import { functionShape } from './text/function-names.js';
import { isDelimiter, type LineRegion } from './text/line-region.js';
import { OPERATORS, type Operator, type ValueShape } from './text/operators.js';
import { classifyPlaceholder, openingAt } from './text/template.js';
import {
  BLOCK_HELP,
  CONDITION_HELP,
  DIRECTIVE_HELP,
  FUNCTION_HELP,
  FUNCTION_PARAMETERS,
  OPERATOR_HELP,
  SUBJECT_HELP,
} from './text/word-help.js';

export interface WordDescription {
  readonly title: string;
  /** The form of its value, or the arguments of a function; empty if it takes none. */
  readonly grammar: string;
  readonly meaning: string;
  readonly example: string;
}

/** A part of a line that can be described, by offsets in the line; `to` is exclusive. */
export interface DescribedWord extends WordDescription {
  readonly from: number;
  readonly to: number;
}

/** Undefined if the language has nothing to say about the word at this offset. */
export function describeWordAt(line: string, region: LineRegion, offset: number): DescribedWord | undefined {
  return wordsOf(line, region).find(({ from, to }) => offset >= from && offset <= to);
}

function wordsOf(line: string, region: LineRegion): DescribedWord[] {
  const first = skipBlanks(line, 0, line.length);
  const found: (DescribedWord | undefined)[] = [...functionsOf(line)];
  if (isDelimiter(line)) found.push(blockOf(line));
  else if (region === 'head' || region === 'headers' || region === 'tail')
    found.push(directiveOf(line, first));
  else if (region === 'assertions' || region === 'db') found.push(...assertionWords(line, first, region));
  else if (region === 'capture') found.push(captureSource(line));
  return found.filter((each) => each !== undefined);
}

function* functionsOf(line: string): Generator<DescribedWord> {
  let start = 0;
  for (let at = line.indexOf('{{'); at >= 0; at = line.indexOf('{{', start + 2)) {
    const { end, state, start: opened } = openingAt(line, at, line.length);
    start = opened;
    if (state !== 'closed') continue;
    const inner = line.slice(start + 2, end - 2).trim();
    const found = classifyPlaceholder(inner);
    if (found.kind !== 'function' || !found.isKnown) continue;
    const from = line.indexOf(inner, start + 2);
    const to = from + (/^\$?[\w.]+/.exec(inner)?.[0].length ?? 0);
    const described = describeFunction(found.name);
    if (described) yield { ...described, from, to };
  }
}

function blockOf(line: string): DescribedWord | undefined {
  const opener = /^>>>\s*\w*/.exec(line)?.[0];
  if (opener === undefined) return undefined;
  const word = opener.slice(3).trim().toLowerCase();
  const kind = word === '' ? 'assertions' : BLOCK_KINDS.find((each) => each === word);
  if (kind === undefined) return undefined;
  return { ...describeBlock(kind), from: 0, to: opener.length };
}

function directiveOf(line: string, first: number): DescribedWord | undefined {
  const site = directiveAt(line, first, line.length);
  if (site === undefined) return undefined;
  const described = describeDirective(line.slice(site.at + 1, site.nameStop));
  return described && { ...described, from: site.at, to: site.nameStop };
}

function assertionWords(line: string, first: number, region: 'assertions' | 'db'): DescribedWord[] {
  const end = trimEnd(line, first, line.length);
  if (!isExpect(line, first, end)) return [];
  const start = skipBlanks(line, first + 'expect'.length, end);
  if (start >= end) return [];
  const isOperator = (text: string, at: number): boolean => operatorAt(text, at, end).kind !== 'none';
  const subject = region === 'db' ? readColumn(line, start, end) : readSubject(line, start, end, isOperator);
  const found = region === 'db' ? [] : subjectWord(line, start, subject.end);
  for (let at = skipBlanks(line, subject.end, end); ;) {
    const site = operatorAt(line, at, end);
    if (site.kind !== 'operator') return found;
    found.push({ ...describeOperator(site.operator), from: at, to: site.end });
    const next = skipBlanks(line, site.end, end);
    if (site.operator.shape !== 'each')
      return region === 'db'
        ? found
        : [...found, ...conditionWords(line, site.end, next, site.operator.shape)];
    // The operator of every element follows `each`, or the path in it.
    at = elementPath(line, next, end)?.next ?? next;
  }
}

/** The first word of the conditions after a value, and their subjects. */
function conditionWords(line: string, from: number, start: number, shape: ValueShape): DescribedWord[] {
  const end = trimEnd(line, 0, line.length);
  const reader = new ConditionReader(line, end, () => undefined);
  const value = valueSite(line, start, end, shape === 'pattern');
  const found = reader.find({ from, start, end: value.end, shape });
  if (!found) return [];
  const word = line.startsWith('when', found.start) ? 'when' : 'unless';
  const connecting = {
    ...described(word, CONDITION_HELP[word]),
    from: found.start,
    to: found.start + word.length,
  };
  const subjects = found.subjects.flatMap((place) => subjectWord(line, place.start, place.site.end));
  return [connecting, ...subjects];
}

function captureSource(line: string): DescribedWord | undefined {
  const start = /^\s*(?:global\s+)?\S+\s+from\s+/i.exec(line)?.[0].length;
  return start === undefined ? undefined : subjectWord(line, start, line.length)[0];
}

/** Only the reserved word, since what follows it is the user's own. */
function subjectWord(line: string, from: number, limit: number): DescribedWord[] {
  const word = /^\w+/.exec(line.slice(from, limit))?.[0] ?? '';
  const described = describeSubject(word);
  return described ? [{ ...described, from, to: from + word.length }] : [];
}

export function describeBlock(kind: BlockKind): WordDescription {
  return described(blockOpener(kind), BLOCK_HELP[kind]);
}

export function describeDirective(name: string): WordDescription | undefined {
  const directive = DIRECTIVES.get(name.toLowerCase());
  const help = DIRECTIVE_HELP[name.toLowerCase()];
  if (directive === undefined || help === undefined) return undefined;
  return described(`@${directive.name}`, help, directive.grammar.replaceAll('`', ''));
}

export function describeSubject(word: string): WordDescription | undefined {
  const help = SUBJECT_WORDS.some((each) => each === word) ? SUBJECT_HELP[word] : undefined;
  return help && described(word, help);
}

export function describeFunction(name: string): WordDescription | undefined {
  const help = functionShape(name) === undefined ? undefined : FUNCTION_HELP[name];
  return help && described(`$${name}`, help, parametersOf(name));
}

function parametersOf(name: string): string {
  const parameters = Object.hasOwn(FUNCTION_PARAMETERS, name) ? FUNCTION_PARAMETERS[name] : undefined;
  return parameters === undefined ? '' : `(${parameters})`;
}

/** A negation is described by its opposite, with the example changed. */
export function describeOperator({ name, written, negation = '' }: Operator): WordDescription {
  const own = OPERATOR_HELP[name];
  if (own !== undefined) return described(written, own);
  const [meaning = '', example = ''] = OPERATOR_HELP[negation] ?? [];
  const opposite = OPERATORS.get(negation)?.written ?? '';
  return described(written, [`Not: ${meaning}`, example.replace(` ${opposite}`, ` ${written}`)]);
}

function described(
  title: string,
  [meaning, example]: readonly [string, string],
  grammar = '',
): WordDescription {
  return { title, grammar, meaning, example };
}
