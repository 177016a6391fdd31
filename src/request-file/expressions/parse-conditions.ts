/** Reads `when` and `unless` conditions, see docs/language.md#when-and-unless. */
import type { Comparison, Conditional } from '../model/model.js';
import { isAsciiLetter, isBlank, isDigit, skipBlanks } from '../text/characters.js';
import { quotedEnd } from '../text/quotes.js';
import { splitBounds } from '../text/split-words.js';
import { openingAt } from '../text/template.js';
import { readOperation, type AfterValue, type OperationSink, type ValueRegion } from './parse-operation.js';
import { operatorAt } from './parse-operator.js';
import { patternEnd, readSubject, type SubjectSite } from './parse-subject.js';

/** The comparison after a connecting word, and whatever follows it. */
interface Rest extends AfterValue {
  readonly word: Word;
  readonly comparison: Comparison;
  readonly subject: SubjectPlace;
  readonly next: Rest | undefined;
  readonly end: number;
}

/** Where a subject of a condition stands, for findings about it. */
export interface SubjectPlace {
  readonly start: number;
  readonly site: SubjectSite;
  /** Where the path stands that it is compared with. */
  readonly path?: { readonly start: number; readonly end: number };
}

export interface ConditionSite extends AfterValue {
  readonly conditional: Conditional;
  readonly subjects: readonly SubjectPlace[];
  readonly end: number;
}

type Word = 'when' | 'unless' | 'and';

/** Why a subject cannot be used; undefined if it can. */
export type SubjectCheck = (site: SubjectSite) => string | undefined;

/** Reads are counted, so that a hostile line takes linear time; no written line has nearly as many. */
const MAX_TRIED = 64;
const FIRST_WORDS: ReadonlySet<Word> = new Set(['when', 'unless']);
const LATER_WORDS: ReadonlySet<Word> = new Set(['unless', 'and']);

/** Reads the conditions of one line, which ends at `end`. */
export class ConditionReader {
  readonly #text: string;
  readonly #end: number;
  readonly #problem: SubjectCheck;
  readonly #sink: OperationSink;
  readonly #tried = new Map<number, Rest | undefined>();
  /** The first word that looks like the start of a condition which cannot be read. */
  unread: { readonly word: Word; readonly at: number } | undefined;

  constructor(text: string, end: number, problem: SubjectCheck) {
    this.#text = text;
    this.#end = end;
    this.#problem = problem;
    this.#sink = { text, report: nothing, notePlaceholders: nothing, nearName: nothing };
  }

  /** The conditions after a value: they begin at the first word from which the rest of the line can be read. */
  find(region: ValueRegion): ConditionSite | undefined {
    const found = this.#first(region, FIRST_WORDS);
    return found && siteOf(found);
  }

  /** The conditions that begin exactly here. */
  readAt(at: number): ConditionSite | undefined {
    const word = conditionWordAt(this.#text, at, this.#end);
    const found = word === undefined || word === 'and' ? undefined : this.#rest(at, word);
    return found && siteOf(found);
  }

  #first(region: ValueRegion, words: ReadonlySet<Word>): Rest | undefined {
    const isOutermost = words === FIRST_WORDS;
    for (const { at, word } of connectors(this.#text, region, this.#end)) {
      if (!words.has(word)) continue;
      const rest = this.#rest(at, word);
      if (rest) return rest;
      if (isOutermost) this.unread ??= { at, word };
    }
    return undefined;
  }

  #rest(at: number, word: Word): Rest | undefined {
    if (this.#tried.has(at)) return this.#tried.get(at);
    if (this.#tried.size >= MAX_TRIED) return undefined;
    this.#tried.set(at, undefined);
    const rest = this.#read(at, word);
    this.#tried.set(at, rest);
    return rest;
  }

  #read(at: number, word: Word): Rest | undefined {
    const text = this.#text;
    const start = skipBlanks(text, at + word.length, this.#end);
    if (start >= this.#end) return undefined;
    const site = readSubject(text, start, this.#end, isOperator);
    if (site.end === start || (site.problem ?? this.#problem(site)) !== undefined) return undefined;
    const next = skipBlanks(text, site.end, this.#end);
    if (next >= this.#end || operatorAt(text, next, this.#end).kind !== 'operator') return undefined;
    const operation = readOperation<Rest>(this.#sink, next, this.#end, {
      within: 'condition',
      after: (region) => this.#first(region, LATER_WORDS),
    });
    if (!operation) return undefined;
    const { operator, expected, raw, path, after, comment, end } = operation;
    const file = operator.shape === 'path' ? { path: { start: end - raw.length, end } } : undefined;
    const comparison: Comparison = { subject: site.text, operator: operator.name, expected, raw };
    return {
      start: at,
      word,
      comparison: path === undefined ? comparison : { ...comparison, path },
      subject: { start, site, ...file },
      next: after,
      comment,
      end: after?.end ?? end,
    };
  }
}

function nothing(): undefined {
  return undefined;
}

function isOperator(text: string, at: number, end: number): boolean {
  return operatorAt(text, at, end).kind !== 'none';
}

function siteOf(first: Rest): ConditionSite {
  const subjects: SubjectPlace[] = [];
  const when: Comparison[] = [];
  const unless: Comparison[][] = [];
  let list = when;
  for (let rest: Rest | undefined = first; rest; rest = rest.next) {
    if (rest.word === 'unless') unless.push((list = []));
    list.push(rest.comparison);
    subjects.push(rest.subject);
  }
  const { start, comment, end } = first;
  const conditional = { ...(when.length > 0 && { when }), ...(unless.length > 0 && { unless }) };
  return { start, comment, end, conditional, subjects };
}

interface Connector {
  readonly at: number;
  readonly word: Word;
}

/** The connecting words of a value outside quotes, brackets, placeholders and patterns. */
function connectors(text: string, region: ValueRegion, lineEnd: number): readonly Connector[] {
  const found = scan(text, region, lineEnd, true) ?? scan(text, region, lineEnd, false) ?? [];
  if (region.shape !== 'pair') return found;
  // The first `and` of `between a and b` stands between the bounds.
  const at = found.findIndex(({ word }) => word === 'and');
  const low = at < 0 ? [] : splitBounds(text.slice(region.start, found[at]?.at).trim());
  return low.length === 1 ? found.filter((_each, index) => index !== at) : found;
}

/** Undefined when a bracket is never closed, which makes it an ordinary character. */
function scan(
  text: string,
  { from, start, end, shape }: ValueRegion,
  lineEnd: number,
  counting: boolean,
): readonly Connector[] | undefined {
  const found: Connector[] = [];
  let depth = 0;
  let quotes = true;
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at);
    if (at === start && code === 47 && shape === 'pattern') {
      at = Math.max(patternEnd(text, at, lineEnd) - 1, at);
    } else if (code === 34 || code === 39) {
      if (!quotes || (at > start && isWordCharacter(text.charCodeAt(at - 1)))) continue;
      const stop = quotedEnd(text, at, end);
      quotes = stop > 0;
      if (quotes) at = stop - 1;
    } else if (code === 123 && text.charCodeAt(at + 1) === 123) {
      at = openingAt(text, at, end).end - 1;
    } else if (code === 91 || code === 123 || code === 40) {
      if (counting) depth++;
    } else if (code === 93 || code === 125 || code === 41) {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && (code === 119 || code === 117 || code === 97)) {
      const word = isBlank(text.charCodeAt(at - 1)) ? conditionWordAt(text, at, end) : undefined;
      if (word === undefined) continue;
      if (found.length < MAX_TRIED) found.push({ at, word });
      at += word.length - 1;
    }
  }
  return depth > 0 ? undefined : found;
}

/** An apostrophe after a letter, as in `it's`, opens no quotes. */
function isWordCharacter(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code > 127;
}

/** The connecting word that starts here, with a blank after it. */
export function conditionWordAt(text: string, at: number, end: number): Word | undefined {
  const word = CONDITION_WORDS.find((each) => text.startsWith(each, at));
  return word !== undefined && at + word.length < end && isBlank(text.charCodeAt(at + word.length))
    ? word
    : undefined;
}

export const CONDITION_WORDS: readonly Word[] = ['when', 'unless', 'and'];
