/** Reads the values of the `@mock.…` directives. */
import type { Comparison, Conditional, MockDelay, MockFault } from '../model/model.js';
import { readDirectiveDuration } from '../model/directive-values.js';
import { isBlank } from '../text/characters.js';
import type { Directive } from '../text/directives.js';
import { OPERATORS } from '../text/operators.js';
import { findOutsideQuotes } from '../text/quotes.js';
import { conditionWordAt, ConditionReader, type ConditionSite } from './parse-conditions.js';
import { patternEnd, type SubjectSite } from './parse-subject.js';

/** Undefined if the value cannot be read. */
export function readMockValue({ kind, max = Infinity }: Directive, value: string): unknown {
  switch (kind) {
    case 'mock-when':
      return readMockWhen(value);
    case 'mock-delay':
      return readMockDelay(value, max);
    case 'mock-fault':
      return readMockFault(value);
    default:
      return value === 'cycle' || value === 'last' ? value : undefined;
  }
}

const WHEN = 'when ';

/** The conditions of `@mock.when`, as after the word `when` of an assertion; undefined if they cannot be read. */
function readMockWhen(value: string): Conditional | undefined {
  const text = WHEN + value;
  const site = wholeSite(new ConditionReader(text, text.length, subjectProblem).readAt(0));
  if (site === undefined || site.subjects.some(({ path }) => path !== undefined)) return undefined;
  const { when = [], unless = [] } = site.conditional;
  return [...when, ...unless.flat()].some(hidesComparison) ? undefined : site.conditional;
}

/** What other languages write between conditions, and a word after which nothing follows. */
const MISTAKEN = /^(?:or|\|\||&&)[ \t]+(?:query|path|body|header|cookie)\b|^(?:and|or|when|unless)$/i;
/** Enough for a word, blanks and the start of a subject. */
const MISTAKEN_LENGTH = 40;

/** A comparison that cannot be read would become a part of the value before it, which is compared as text then. */
function hidesComparison({ operator, raw = '' }: Comparison): boolean {
  const { shape } = OPERATORS.get(operator) ?? {};
  if (shape === 'pattern' && patternEnd(raw, 0, raw.length) === raw.length) return false;
  let found = 0;
  let isHidden = false;
  findOutsideQuotes(raw, 0, raw.length, (_code, at) => {
    if (!isBlank(raw.charCodeAt(at - 1))) return false;
    if (conditionWordAt(raw, at, raw.length) !== undefined) found++;
    isHidden ||= MISTAKEN.test(raw.slice(at, at + MISTAKEN_LENGTH));
    return false;
  });
  if (isHidden) return true;
  // `between 1 and 5` has one.
  return found > (shape === 'pair' ? 1 : 0);
}

/** A comment after the conditions would be a part of the value of other directives. */
function wholeSite(site: ConditionSite | undefined): ConditionSite | undefined {
  return site?.comment === undefined ? site : undefined;
}

/** Parts of a request, which the parser of subjects takes for paths of a body. */
const REQUEST_PARTS = /^(?:query|path)(?:\.|\[)|^body(?:$|\.|\[)/;

function subjectProblem({ subject, text }: SubjectSite): string | undefined {
  if (subject.kind === 'header' || subject.kind === 'cookie') return undefined;
  return subject.kind === 'body' && REQUEST_PARTS.test(text) ? undefined : 'no part of a request';
}

function readMockDelay(value: string, maxMs: number): MockDelay | undefined {
  const [first = '', second, ...others] = value.split('..');
  const min = readDirectiveDuration(first.trim());
  const max = second === undefined ? min : readDirectiveDuration(second.trim());
  if (min === undefined || max === undefined || others.length > 0) return undefined;
  return min <= max && max <= maxMs ? { min, max } : undefined;
}

const FAULT =
  /^(?:(reset|timeout|malformed)|status[ \t]+(\d{3})|slow-body[ \t]+(\d{1,15}(?:\.\d{1,3})?)[ \t]*(B|KB|MB)\/s)(?:[ \t]+(\d{1,3}(?:\.\d{1,6})?)[ \t]*%)?$/i;
const UNITS: Readonly<Record<string, number>> = { b: 1, kb: 1024, mb: 1024 * 1024 };

function readMockFault(value: string): MockFault | undefined {
  const [found, word, status, amount, unit = '', share = '100'] = FAULT.exec(value) ?? [];
  const percent = Number(share);
  if (found === undefined || percent > 100) return undefined;
  if (word !== undefined) return { kind: word.toLowerCase() as 'reset' | 'timeout' | 'malformed', percent };
  if (status !== undefined) {
    const code = Number(status);
    return code >= 200 && code <= 599 ? { kind: 'status', status: code, percent } : undefined;
  }
  const bytesPerSecond = Math.floor(Number(amount) * (UNITS[unit.toLowerCase()] ?? 1));
  return bytesPerSecond > 0 ? { kind: 'slow-body', bytesPerSecond, percent } : undefined;
}
