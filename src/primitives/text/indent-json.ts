import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isJsonBlank,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scalarEnd,
  skipJsonBlanks,
  stringEnd,
} from './json-tokens.js';

export interface IndentLimits {
  readonly maxDepth?: number;
  /** The maximum length of the result. */
  readonly maxLength?: number;
}

/** Indents valid JSON by two blanks per level. Undefined when the result would exceed a limit. */
export function indentJson(text: string, limits: IndentLimits): string | undefined {
  const { maxDepth = Infinity, maxLength = Infinity } = limits;
  let written = '';
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const close = skipJsonBlanks(text, end);
      const closing = text.charCodeAt(close);
      if (closing === CLOSE_BRACE || closing === CLOSE_BRACKET) {
        written += code === OPEN_BRACE ? '{}' : '[]';
        end = close + 1;
      } else {
        depth += 1;
        if (depth > maxDepth) return undefined;
        written += `${code === OPEN_BRACE ? '{' : '['}${lineStart(depth)}`;
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1;
      written += `${lineStart(depth)}${code === CLOSE_BRACE ? '}' : ']'}`;
    } else if (code === COMMA) written += `,${lineStart(depth)}`;
    else if (code === COLON) written += ': ';
    else if (!isJsonBlank(code)) {
      end = code === QUOTE ? stringEnd(text, at) : scalarEnd(text, at);
      written += text.slice(at, end);
    }
    if (written.length > maxLength) return undefined;
    at = end;
  }
  return written;
}

const LINE_STARTS = Array.from({ length: 65 }, (_, depth) => `\n${'  '.repeat(depth)}`);

function lineStart(depth: number): string {
  return LINE_STARTS[depth] ?? `\n${'  '.repeat(depth)}`;
}
