/** What is searched for, as one regular expression. */

export interface FindQuery {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly isPattern: boolean;
}

export interface Finder {
  /** Whether it searches for a text rather than for a pattern. */
  readonly isLiteral: boolean;
  /** Stops when the callback returns false. */
  readonly run: (text: string, onMatch: (start: number, end: number) => boolean) => void;
}

const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;
const WORD_START = String.raw`(?<![\p{L}\p{N}_])`;
const WORD_END = String.raw`(?![\p{L}\p{N}_])`;

/** Throws a SyntaxError for an invalid pattern. */
export function compileFinder(query: FindQuery): Finder {
  const { text: wanted, matchCase, wholeWord, isPattern } = query;
  if (!isPattern && matchCase && !wholeWord) return plainFinder(wanted);
  const source = isPattern ? wanted : wanted.replaceAll(SPECIAL, String.raw`\$&`);
  const framed = wholeWord ? `${WORD_START}(?:${source})${WORD_END}` : source;
  const expression = patternOf(framed, `gm${matchCase ? '' : 'i'}`);
  const run: Finder['run'] = (text, onMatch) => {
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
      const end = match.index + match[0].length;
      // An empty match shows nothing, and would be found again for ever.
      if (end === match.index) expression.lastIndex = nextCharacter(text, end);
      else if (!onMatch(match.index, end)) return;
      if (expression.lastIndex > text.length) return;
    }
  };
  return { isLiteral: !isPattern, run };
}

/** Patterns that the Unicode mode refuses, such as `\-`, mean what they mean in most other tools. */
function patternOf(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, `${flags}u`);
  } catch (error) {
    if (source.includes('\\p{')) throw error;
    return new RegExp(source, flags);
  }
}

function nextCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function plainFinder(wanted: string): Finder {
  const run: Finder['run'] = (text, onMatch) => {
    if (wanted === '') return;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      if (!onMatch(at, at + wanted.length)) return;
    }
  };
  return { isLiteral: true, run };
}
