/** Checks that a text can be written at its place in a request file. */
import { isBlank, isLetter, isToken, nameEnd, trimEnd } from '../text/characters.js';
import { directiveAt } from '../text/directives.js';
import { foreignAt } from '../parse/foreign-dialects.js';
import { LineReader } from '../text/line-reader.js';
import { cutMethod } from '../text/methods.js';
import type { Foreign } from '../model/model.js';

/** The reason why a text cannot be the value of one line; undefined if it can. */
export function oneLineProblem(text: string): string | undefined {
  if (/[\r\n]/.test(text)) return 'it holds a line break';
  if (isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1)))
    return 'it begins or ends with a blank';
  return characterProblem(text);
}

export function commentProblem(text: string, directiveAllowed: boolean): string | undefined {
  if (/[\r\n]/.test(text)) return 'it holds a line break';
  if (text.startsWith('###')) return 'it would be a separator';
  // An indented `###` is a comment only because of its indentation, so that is part of the comment.
  if (!/^(?:#|\/\/|[ \t]+###)/.test(text)) return 'it does not begin with `#` or `//`';
  if (trimEnd(text, 0, text.length) !== text.length) return 'it ends with a blank';
  if (!directiveAllowed && directiveAt(text, 0, text.length)) return 'it would be a directive';
  return characterProblem(text);
}

export function variableNameProblem(text: string): string | undefined {
  const first = text.charCodeAt(0);
  const named = (isLetter(first) || first === 95) && nameEnd(text, 0, text.length) === text.length;
  return named ? undefined : 'it is no variable name';
}

/** A name that begins with `#` would turn its line into a comment. */
export function headerNameProblem(text: string): string | undefined {
  return isToken(text) && !text.startsWith('#') ? undefined : 'it is no header name';
}

export function mockHeaderNameProblem(text: string): string | undefined {
  return isToken(text) && !text.startsWith('###') ? undefined : 'it is no header name';
}

export function queryNameProblem(text: string): string | undefined {
  if (text === '') return 'it is empty';
  return text.includes('=') ? 'it holds `=`, which would end it' : oneLineProblem(text);
}

export function methodProblem(text: string): string | undefined {
  return cutMethod(text, 0, text.length)?.method === text && text !== '' ? undefined : 'it is no method';
}

export function commandProblem(text: string, ignoreFailure: boolean): string | undefined {
  if (!ignoreFailure && text === '') return 'it is empty';
  if (!ignoreFailure && text.startsWith('-')) return 'it begins with `-`, which would ignore its failure';
  if (!ignoreFailure && /^(?:#|\/\/)/.test(text)) return 'it would be a comment';
  if (!ignoreFailure && /^(?:>>>|<<<)/.test(text)) return 'it would end the block';
  return oneLineProblem(text);
}

export function foreignProblem({ text, place }: Foreign, isLast: boolean): string | undefined {
  const reader = new LineReader(text);
  const construct = foreignAt(text, 0, reader.end, place === 'head');
  if (!construct) return 'it is no construct of another client';
  if (construct.until && !(isLast && place === 'tail') && isUnclosed(text)) return 'it is never closed';
  return lineProblem(text, ['###'], false) ?? characterProblem(text);
}

/** Whether a foreign construct extends to the next separator. */
export function isUnclosed(text: string): boolean {
  if (/^[<>][ \t]*\{%/.test(text)) return !text.includes('%}');
  return text.startsWith('{{') && !/[\r\n]\}\}/.test(text);
}

/** The reason why a text cannot be a body. */
export function bodyProblem(text: string): string | undefined {
  const end = trimEnd(text, 0, text.length);
  if (end === 0) return 'it is blank';
  if (isLineEnd(text.charCodeAt(end - 1))) return 'it ends with a line end';
  return lineProblem(text, ['###', '>>>'], true) ?? characterProblem(text);
}

/** The reason why a text cannot be the content of a raw block. */
export function rawBlockProblem(text: string): string | undefined {
  const end = trimEnd(text, 0, text.length);
  if (text !== '' && (end === 0 || isLineEnd(text.charCodeAt(end - 1)))) return 'it ends with a blank line';
  return lineProblem(text, ['###', '>>>', '<<<'], false) ?? characterProblem(text);
}

/** The reason why a text cannot be written anywhere in a file. */
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
