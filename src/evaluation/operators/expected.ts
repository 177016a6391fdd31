/** Expected values: read once from their source text, and resolved for each request (docs/language.md#values). */
import { splitBounds } from '../../request-file/text/split-words.js';
import type { ValueShape } from '../../request-file/text/operators.js';
import { cutPattern, patternEnd } from '../../request-file/expressions/parse-subject.js';
import { readLiteral, type Literal } from '../../request-file/expressions/parse-value.js';
import { textOf } from '../values/json.js';
import { isStatic, staticValue } from '../values/literal-value.js';
import type { Scope, ValueAndText } from '../variables/scope.js';

/** The value, and its text for operators that compare texts. */
export interface Expected extends ValueAndText {
  /** The pattern of the operator `matches`. */
  readonly pattern?: { readonly source: string; readonly flags: string };
  /** The expected text in results, where that is not the value: `each` shows its inner operator. */
  readonly reported?: unknown;
}

export type ResolveExpected = (scope: Scope) => Expected;

export function expectedReader(shape: ValueShape, raw: string): ResolveExpected {
  switch (shape) {
    case 'none':
      return fixed({ value: null, text: '' });
    case 'pair': {
      const [low, high] = splitBounds(raw);
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

function fixed(expected: Expected): ResolveExpected {
  return () => expected;
}

/** Text that is no literal counts as a string; only a tree that was built by a program can have it. */
function literalOf(raw: string): Literal {
  const reading = readLiteral(raw);
  return reading.ok ? reading.literal : { kind: 'string', value: raw };
}

function literalReader(raw: string): ResolveExpected {
  const literal = literalOf(raw);
  if (!isStatic(literal)) return (scope) => scope.valueAndText(literal);
  const value = staticValue(literal);
  // The text is used as written: `endsWith 1.10` must not search for `1.1`.
  return fixed({ value, text: literal.kind === 'number' ? literal.raw : textOf(value) });
}

function combined(raws: readonly string[], build: (values: readonly unknown[]) => unknown): ResolveExpected {
  const readers = raws.map(literalReader);
  return (scope) => {
    const value = build(readers.map((read) => read(scope).value));
    return { value, text: textOf(value) };
  };
}

/** A pattern as `/…/flags` or as text. The value of a placeholder may have either form; in quotes it is text. */
function patternReader(raw: string): ResolveExpected {
  if (isPattern(raw)) return (scope) => patternOf(scope.text(raw));
  const literal = literalOf(raw);
  if (literal.kind === 'template') return (scope) => patternOf(scope.text(raw));
  // A pattern without quotes may begin with a bracket or be a number.
  const written = quotedText(literal) ?? raw;
  return (scope) => plainPattern(scope.text(written));
}

function quotedText(literal: Literal): string | undefined {
  if (literal.kind === 'string') return literal.value;
  return literal.kind === 'quoted-template' ? literal.text : undefined;
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
function wordReader(raw: string): ResolveExpected {
  if (raw === '') return fixed({ value: null, text: '' });
  const written = (/^["']/.test(raw) ? quotedText(literalOf(raw)) : undefined) ?? raw;
  return (scope) => {
    const text = scope.text(written);
    return { value: text, text };
  };
}

/** The name of a type, where `null` is a word and not a value. */
function typeReader(raw: string): ResolveExpected {
  const read = literalReader(raw);
  return (scope) => {
    const { text } = read(scope);
    return { value: text, text };
  };
}
