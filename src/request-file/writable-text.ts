/** What a single text must be like to stand in a request file (language section 12, rule 7). */
import { isBlank, trimEnd } from './characters.js';
import { directiveAt } from './directives.js';
import { foreignAt } from './foreign-dialects.js';
import { LineReader } from './line-reader.js';

/** Why a text cannot be the value of one line; undefined when it can. */
export function oneLineProblem(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return 'it holds a line break';
  if (isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1))) return 'it begins or ends with a blank';
  return characterProblem(text);
}

export function commentProblem(text: string, mayBeDirective: boolean): string | undefined {
  if (/[\r\n]/.test(text)) return 'it holds a line break';
  if (text.startsWith('###')) return 'it would be a separator';
  // An indented `###` is a comment because of its indentation, which therefore belongs to it.
  if (!/^(?:#|\/\/|[ \t]+###)/.test(text)) return 'it does not begin with `#` or `//`';
  if (trimEnd(text, 0, text.length) !== text.length) return 'it ends with a blank';
  if (!mayBeDirective && directiveAt(text, 0, text.length)) return 'it would be a directive';
  return characterProblem(text);
}

/** Why a text cannot stand between the headers and the first block. */
export function bodyProblem(text: string): string | undefined {
  const end = trimEnd(text, 0, text.length);
  if (end === 0) return 'it is blank';
  if (isLineEnd(text.charCodeAt(end - 1))) return 'it ends with a line end';
  return lineProblem(text, ['###', '>>>'], true) ?? characterProblem(text);
}

/** Why a text cannot be the content of a raw block. */
export function rawBlockProblem(text: string): string | undefined {
  const end = trimEnd(text, 0, text.length);
  if (text !== '' && (end === 0 || isLineEnd(text.charCodeAt(end - 1)))) return 'it ends with a blank line';
  return lineProblem(text, ['###', '>>>', '<<<'], false) ?? characterProblem(text);
}

/** Why a text cannot stand anywhere in a file. */
export function characterProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'it holds a NUL character';
  return /\p{Surrogate}/u.test(text) ? 'it holds half of a character (a lone surrogate)' : undefined;
}

function lineProblem(text: string, marks: readonly string[], foreign: boolean): string | undefined {
  for (const reader = new LineReader(text); !reader.done; reader.advance()) {
    const mark = marks.find((mark) => text.startsWith(mark, reader.start));
    if (mark !== undefined) return `line ${reader.line} begins with \`${mark}\``;
    if (!foreign) continue;
    const construct = foreignAt(text, reader.start, reader.end, false)?.construct;
    if (construct !== undefined) return `line ${reader.line} would be read as ${construct} of another client`;
  }
  return undefined;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
