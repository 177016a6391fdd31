/** Finds the operator at an offset of an assertion line. */
import { isAsciiLetter, isBlank, skipBlanks } from '../text/characters.js';
import {
  LENGTH_FORMS,
  OPERATORS,
  OPERATOR_WORDS,
  RESERVED_OPERATORS,
  SYMBOLS,
  type Operator,
} from '../text/operators.js';

export type OperatorSite =
  | { readonly kind: 'operator'; readonly operator: Operator; readonly end: number }
  | { readonly kind: 'unknown'; readonly word: string; readonly end: number }
  /** `not` is set for a value that begins with `not`, which may be meant as an operator. */
  | { readonly kind: 'none'; readonly not: boolean };

const NONE: OperatorSite = { kind: 'none', not: false };
const BARE_NOT: OperatorSite = { kind: 'none', not: true };

export function operatorAt(text: string, at: number, end: number): OperatorSite {
  const code = text.charCodeAt(at);
  if (!isAsciiLetter(code)) {
    const symbol = symbolAt(text, at, end);
    if (symbol) return symbol;
    return code === 33 && isAsciiLetter(text.charCodeAt(at + 1)) && at + 1 < end
      ? negatedWord(text, at, end)
      : NONE;
  }
  const stop = wordEnd(text, at, end);
  const word = text.slice(at, stop).toLowerCase();
  if (word === 'not') return afterNot(text, at, stop, end);
  return wordOperator(text, word, at, stop, end) ?? NONE;
}

function symbolAt(text: string, at: number, end: number): OperatorSite | undefined {
  const code = text.charCodeAt(at);
  if (code !== 61 && code !== 33 && code !== 60 && code !== 62) return undefined;
  const isLong = at + 2 <= end && text.charCodeAt(at + 1) === 61;
  if (isLong && text.charCodeAt(at + 2) === 61 && at + 3 <= end) {
    const strict = STRICT_SYMBOLS.get(code);
    if (strict) return { kind: 'operator', operator: strict, end: at + 3 };
  }
  const operator = isLong ? LONG_SYMBOLS.get(code) : at < end ? SHORT_SYMBOLS.get(code) : undefined;
  return operator && { kind: 'operator', operator, end: at + (isLong ? 2 : 1) };
}

/** The operators of symbols such as `===` and `>=`, which all end in `=`, and of single characters, by their first one. */
const STRICT_SYMBOLS = symbolsOf(3);
const LONG_SYMBOLS = symbolsOf(2);
const SHORT_SYMBOLS = symbolsOf(1);

function symbolsOf(length: number): ReadonlyMap<number, Operator> {
  const symbols = SYMBOLS.filter(([symbol]) => symbol.length === length);
  return new Map(
    symbols.flatMap(([symbol, name]) => {
      const operator = OPERATORS.get(name);
      return operator ? [[symbol.charCodeAt(0), operator]] : [];
    }),
  );
}

function found(name: string, end: number): OperatorSite | undefined {
  const operator = OPERATORS.get(name);
  return operator && { kind: 'operator', operator, end };
}

function wordEnd(text: string, at: number, end: number): number {
  let stop = at;
  while (stop < end && isAsciiLetter(text.charCodeAt(stop))) stop++;
  return stop;
}

/** A word is an operator only between blanks; just `length` may touch its symbol. */
function wordOperator(
  text: string,
  word: string,
  at: number,
  stop: number,
  end: number,
): OperatorSite | undefined {
  if (word === 'length') {
    const symbol = symbolAt(text, skipBlanks(text, stop, end), end);
    if (symbol?.kind === 'operator') return found(LENGTH_FORMS[symbol.operator.name] ?? 'length', symbol.end);
  }
  if (stop < end && !isBlank(text.charCodeAt(stop))) return undefined;
  if (RESERVED_OPERATORS.has(word)) return { kind: 'unknown', word: text.slice(at, stop), end: stop };
  const operator = OPERATOR_WORDS.get(word);
  return operator && { kind: 'operator', operator, end: stop };
}

function negatedWord(text: string, at: number, end: number): OperatorSite {
  const stop = wordEnd(text, at + 1, end);
  const word = text.slice(at + 1, stop).toLowerCase();
  const site = wordOperator(text, word, at + 1, stop, end);
  const negated = site?.kind === 'operator' ? negate(site) : undefined;
  return negated ?? { kind: 'unknown', word: text.slice(at, stop), end: stop };
}

function afterNot(text: string, at: number, stop: number, end: number): OperatorSite {
  if (stop < end && !isBlank(text.charCodeAt(stop)))
    return symbolAt(text, stop, end) ? negatedSymbol(text, stop, end) : NONE;
  const next = skipBlanks(text, stop, end);
  if (next >= end) return BARE_NOT;
  const wordStop = wordEnd(text, next, end);
  const site =
    symbolAt(text, next, end) ??
    wordOperator(text, text.slice(next, wordStop).toLowerCase(), next, wordStop, end);
  if (site?.kind === 'unknown') return site;
  if (site?.kind !== 'operator') return BARE_NOT;
  return negate(site) ?? { kind: 'unknown', word: text.slice(at, site.end), end: site.end };
}

function negatedSymbol(text: string, at: number, end: number): OperatorSite {
  const site = symbolAt(text, at, end);
  return (site?.kind === 'operator' ? negate(site) : undefined) ?? NONE;
}

function negate(site: { readonly operator: Operator; readonly end: number }): OperatorSite | undefined {
  return site.operator.negation === undefined ? undefined : found(site.operator.negation, site.end);
}
