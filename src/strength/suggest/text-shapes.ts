/** The shapes that texts of responses usually have, as patterns that say nothing about the value itself. */

interface TextShape {
  /** As it is written after `matches`. */
  readonly pattern: string;
  readonly test: RegExp;
}

const shape = (test: RegExp): TextShape => ({ pattern: String(test), test });

/** A version or an amount; the next one may have more parts or none behind the dot. */
const DECIMAL: TextShape = { pattern: String.raw`/^-?\d+(\.\d+)*$/`, test: /^-?\d+\.\d+$/ };

/** With a plain word between slashes, which base64 hardly has. */
const PATH: TextShape = { pattern: String(/^\//), test: /^(?=.*\/[a-z]{3,}(?:\/|$))(?:\/[\w.~%:-]+)+\/?$/ };

/** The narrower ones first. */
const SHAPES: readonly TextShape[] = [
  shape(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
  shape(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/),
  shape(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/),
  shape(/^\d{4}-\d{2}-\d{2}$/),
  shape(/^\d{2}:\d{2}(:\d{2})?$/),
  DECIMAL,
  shape(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/),
  shape(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} ([A-Z]{2,3}|[+-]\d{4})$/),
  shape(/^https?:\/\//),
  PATH,
  shape(/^[^@\s]+@[^@\s]+$/),
  shape(/^[\w-]+\.[\w-]+\.[\w-]+$/),
];

/** A JSON web token has two dots and is long; a version has two dots too. */
const MIN_TOKEN_LENGTH = 60;
const TOKEN_PATTERN = String.raw`/^[\w-]+\.[\w-]+\.[\w-]+$/`;

const LONG_WORDS: readonly TextShape[] = [
  shape(/^\d+$/),
  // With few letters it may as well be the number of an account, in which other letters come too.
  { pattern: String(/^[\da-f]+$/i), test: /^(?=(?:\d*[a-f]){3})[\da-f]+$/i },
  // What may be base64 may have its other characters the next time.
  { pattern: String(/^[\w-]+$/), test: /^(?!(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z\d]{4})+$)[\w-]+$/ },
  shape(/^[\w+/=-]+$/),
];
/** Shorter words may be anything. */
const MIN_LONG_WORD = 16;

export const NOT_BLANK = String.raw`/\S/`;

/** A shape that all texts have; undefined when they have none that says more than that they are texts. */
export function shapeOf(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  for (const { pattern, test } of SHAPES) {
    const isToken = pattern === TOKEN_PATTERN;
    if (texts.every((text) => test.test(text) && (!isToken || text.length >= MIN_TOKEN_LENGTH)))
      return pattern;
  }
  // Long words with digits are made by machines.
  if (!texts.every((text) => text.length >= MIN_LONG_WORD && /\d/.test(text))) return undefined;
  const [prefix] = PREFIX.exec(texts[0] ?? '') ?? [];
  // One id does not tell whether there are others.
  const isShared = new Set(texts).size > 1 && texts.every((text) => text.startsWith(prefix ?? '\0'));
  if (isShared && texts.every((text) => /^[\w-]+$/.test(text))) return String.raw`/^${prefix}[\w-]+$/`;
  return LONG_WORDS.find(({ test }) => texts.every((text) => test.test(text)))?.pattern;
}

/** What an id is of: `cus_`. */
const PREFIX = /^[a-z]{2,8}_(?=\w*\d)/;
