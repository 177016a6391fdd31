/** Expected values: read once from their source text, given their value for each request (sections 6.3, 6.4). */
import { isBlank, skipBlanks } from '../../request-file/text/characters.js';
import type { ValueShape } from '../../request-file/text/operators.js';
import { cutPattern, patternEnd } from '../../request-file/expressions/parse-subject.js';
import { quotedEnd } from '../../request-file/text/quotes.js';
import { readLiteral, type Literal } from '../../request-file/expressions/parse-value.js';
import { openingAt } from '../../request-file/text/template.js';
import { textOf } from '../values/json.js';
import { isStatic, staticValue } from '../values/literal-value.js';
import type { Scope, ValueAndText } from '../variables/scope.js';

/** The value, and the text it stands for where text is compared. */
export interface Expected extends ValueAndText {
  /** Of `matches`. */
  readonly pattern?: { readonly source: string; readonly flags: string };
  /** What the result shows as expected, where that is not the value: `each` shows its inner operator. */
  readonly reported?: unknown;
}

export type Resolve = (scope: Scope) => Expected;

export function expectedReader(shape: ValueShape, raw: string): Resolve {
  switch (shape) {
    case 'none':
      return fixed({ value: null, text: '' });
    case 'pair': {
      const [low, high] = wordsOf(raw);
      return combined([low ?? '', high ?? ''], ([a, b]) => [a, b]);
    }
    case 'approximation': {
      const [written = ''] = /\+-|±/.exec(raw) ?? [];
      const at = raw.indexOf(written);
      const [value, delta] = written === '' ? ['', ''] : [raw.slice(0, at), raw.slice(at + written.length)];
      return combined([value.trim(), delta.trim()], ([number, tolerance]) => ({
        value: number,
        delta: tolerance,
      }));
    }
    case 'pattern':
      return patternReader(raw);
    case 'path':
    case 'optional-name':
      return wordReader(raw);
    case 'type':
      return typeReader(raw);
    default:
      return literalReader(raw);
  }
}

function fixed(expected: Expected): Resolve {
  return () => expected;
}

/** Text that is no literal, which only a built tree can give, counts as a string. */
function literalOf(raw: string): Literal {
  const reading = readLiteral(raw);
  return reading.ok ? reading.literal : { kind: 'string', value: raw };
}

function literalReader(raw: string): Resolve {
  const literal = literalOf(raw);
  if (!isStatic(literal)) return (scope) => scope.valueAndText(literal);
  const value = staticValue(literal);
  // As written: `endsWith 1.10` must not look for `1.1`.
  return fixed({ value, text: literal.kind === 'number' ? literal.raw : textOf(value) });
}

function combined(raws: readonly string[], build: (values: readonly unknown[]) => unknown): Resolve {
  const readers = raws.map(literalReader);
  return (scope) => {
    const value = build(readers.map((read) => read(scope).value));
    return { value, text: textOf(value) };
  };
}

/** `a b` or `a and b`. */
function wordsOf(raw: string): string[] {
  const words: string[] = [];
  let at = skipBlanks(raw, 0, raw.length);
  while (at < raw.length) {
    const start = at;
    while (at < raw.length && !isBlank(raw.charCodeAt(at))) {
      if (raw.startsWith('{{', at)) at = openingAt(raw, at, raw.length).end;
      else at = at === start ? Math.max(quotedEnd(raw, at, raw.length), at + 1) : at + 1;
    }
    words.push(raw.slice(start, at));
    at = skipBlanks(raw, at, raw.length);
  }
  return words.length === 3 ? words.toSpliced(1, 1) : words;
}

/** `/…/flags`, or text; what a placeholder gives may have either form, but quotes make it text. */
function patternReader(raw: string): Resolve {
  if (isPattern(raw)) return (scope) => patternOf(scope.text(raw));
  const literal = literalOf(raw);
  if (literal.kind === 'template') return (scope) => patternOf(scope.text(raw));
  if (literal.kind === 'string' || literal.kind === 'quoted-template') {
    const written = literal.kind === 'string' ? literal.value : literal.text;
    return (scope) => plainPattern(scope.text(written));
  }
  // A bare pattern may well begin with a bracket or be a number.
  return (scope) => plainPattern(scope.text(raw));
}

function isPattern(text: string): boolean {
  return text.startsWith('/') && patternEnd(text, 0, text.length) === text.length;
}

function patternOf(text: string): Expected {
  return isPattern(text) ? { value: text, text, pattern: cutPattern(text) } : plainPattern(text);
}

function plainPattern(text: string): Expected {
  return { value: text, text, pattern: { source: text, flags: '' } };
}

/** A path or a name: text, in quotes or not. */
function wordReader(raw: string): Resolve {
  if (raw === '') return fixed({ value: null, text: '' });
  const literal = raw.startsWith('"') || raw.startsWith("'") ? literalOf(raw) : undefined;
  const written =
    literal?.kind === 'string' ? literal.value : literal?.kind === 'quoted-template' ? literal.text : raw;
  return (scope) => {
    const text = scope.text(written);
    return { value: text, text };
  };
}

/** The name of a type: here `null` is a word. */
function typeReader(raw: string): Resolve {
  const read = literalReader(raw);
  return (scope) => {
    const { text } = read(scope);
    return { value: text, text };
  };
}
