/** What may be asserted of the texts at one place of XML bodies without saying more than their runs have shown. */
import { hasNoFraction, isExact } from '../../evaluation/values/number.js';
import { REDACTED } from '../../redaction/redacted.js';
import { isSecretFieldName } from '../../redaction/secret-names.js';
import { typedText } from '../mutate/markup/typed-text.js';
import { isNeverNegative, isOneOfFew, isWhole, mayBeBlank, isFlagOfPages } from './field-names.js';
import { NOT_BLANK, shapeOf } from './text-shapes.js';
import { constantWord, isOfSeveralRuns, RANKS, writtenValue, type Operation } from './value-operations.js';

export interface MarkupFacts {
  readonly name: string;
  readonly runs: readonly { readonly runId: number }[];
  /** Undefined for an element with others inside. */
  readonly texts: readonly (string | undefined)[];
  /** Whether the request has an assertion on it already, whose author may have meant less than one value. */
  readonly isChecked: boolean;
}

const EXISTS: Operation = { text: 'exists', rank: RANKS.present };

/** What follows the subject, for a place that a document has once. */
export function markupOperations(facts: MarkupFacts): readonly Operation[] {
  const texts = certainTexts(facts);
  if (texts === undefined) return [EXISTS];
  const pattern = patternOf(facts.name, texts);
  const operations = [EXISTS];
  if (pattern !== undefined) operations.push({ text: `matches ${pattern.text}`, rank: pattern.rank });
  if (texts.every((text) => /\S/.test(text)))
    operations.push({ text: `matches ${NOT_BLANK}`, rank: RANKS.blank });
  const value = certainValue(facts, texts);
  if (value !== undefined) operations.push({ text: `== ${writtenValue(value)}`, rank: RANKS.constant });
  return operations;
}

/** Undefined where only that there is something is certain. */
function certainTexts({ name, texts }: MarkupFacts): readonly string[] | undefined {
  const certain = texts.filter((text) => text !== undefined);
  const isUncertain = certain.length < texts.length || mayBeBlank(name);
  return isUncertain || certain.some((text) => text.includes(REDACTED)) ? undefined : certain;
}

function patternOf(name: string, texts: readonly string[]): Operation | undefined {
  const values = texts.map(typedText);
  // A version with three parts is no number any more.
  if (values.every(isExact) && !/version$/i.test(name)) {
    const isSigned = !isNeverNegative(name) || values.some((value) => value < 0);
    const isCount = isWhole(name) && values.every(hasNoFraction);
    const text = String.raw`/^${isSigned ? '-?' : ''}\d+${isCount ? '' : String.raw`(\.\d+)?`}$/`;
    return { text, rank: RANKS.type };
  }
  if (values.every((value) => typeof value === 'boolean'))
    return { text: '/^(true|false)$/', rank: RANKS.type };
  const shape = shapeOf(texts);
  return shape === undefined ? undefined : { text: shape, rank: RANKS.shape };
}

/** A word or a flag that several runs had, and of which nothing is asserted yet. */
function certainValue({ name, runs, isChecked }: MarkupFacts, texts: readonly string[]): string | undefined {
  if (isChecked || isSecretFieldName(name)) return undefined;
  const [first = ''] = texts;
  const isFlag = first === 'true' || first === 'false';
  const isSame = texts.every((text) => text === first);
  if (isFlag) return isSame && isOfSeveralRuns(runs) && !isFlagOfPages(name) ? first : undefined;
  return isOneOfFew(name) ? constantWord(runs, texts) : undefined;
}

/** Conditions of XPath that hold for the place in every element of a list. */
export function markupConditions(facts: MarkupFacts, place: string): readonly Operation[] {
  const exists = place === '.' ? [] : [{ text: place, rank: RANKS.present }];
  const texts = certainTexts(facts);
  if (texts === undefined) return exists;
  const blank = { text: `normalize-space(${place})`, rank: RANKS.blank };
  const notBlank = texts.every((text) => /\S/.test(text)) ? [blank] : [];
  return [...typeCondition(facts.name, texts, place), ...notBlank, ...exists];
}

function typeCondition(name: string, texts: readonly string[], place: string): readonly Operation[] {
  const values = texts.map(typedText);
  const of = (text: string): readonly Operation[] => [{ text, rank: RANKS.type }];
  if (values.every(isExact)) {
    const isSigned = !isNeverNegative(name) || values.some((value) => value < 0);
    return of(isSigned ? `number(${place}) = number(${place})` : `${place} >= 0`);
  }
  if (values.every((value) => typeof value === 'boolean'))
    return of(`${place} = 'true' or ${place} = 'false'`);
  if (texts.every((text) => /^\d{4}-\d{2}-\d{2}/.test(text)))
    return of(`translate(substring(${place}, 1, 10), '123456789', '000000000') = '0000-00-00'`);
  return texts.every((text) => /^https?:\/\//.test(text)) ? of(`starts-with(${place}, 'http')`) : [];
}
