/** Parses what follows the body of a request. */
import { AT, GREATER, HASH, LESS, isCommentStart, isMark, skipBlanks } from '../text/characters.js';
import { CommentRun, commentText } from '../text/comment-run.js';
import { directiveAt } from '../text/directives.js';
import { readTailForeign } from './client-lines.js';
import { foreignAt } from './foreign-dialects.js';
import { readBlock } from './parse-block.js';
import { Head, addVariable } from './parse-head.js';
import { isRequestLine } from './parse-request.js';
import type { ParseState } from './parse-state.js';
import { isBareDirective, readVariable } from './parse-variable.js';
import type { RequestDraft } from './request-draft.js';

/** Parses blocks, foreign constructs, comments and variables up to the next request. */
export function readTail(state: ParseState, draft: RequestDraft): Head {
  const { reader, text } = state;
  while (!reader.done) {
    const { start, end } = reader;
    if (isMark(text, start, HASH)) break;
    if (isMark(text, start, GREATER)) {
      readBlock(state, draft);
      continue;
    }
    const foreign = foreignAt(text, start, end, false);
    if (foreign) {
      readTailForeign(state, draft, foreign);
      continue;
    }
    const first = skipBlanks(text, start, end);
    if (first === end) {
      reader.advance();
      continue;
    }
    if (startsRequest(text, first, end)) {
      const head = new Head(reader.start, 0, 1, '');
      head.implicit = state.lineSpan();
      return head;
    }
    readTailLine(state, draft, first);
    reader.advance();
  }
  return new Head(reader.start, 0, 1, '');
}

/** A directive, a known bare directive or a request line starts a request without a separator. */
function startsRequest(text: string, first: number, end: number): boolean {
  if (isCommentStart(text, first)) return directiveAt(text, first, end) !== undefined;
  if (text.charCodeAt(first) === AT) return isBareDirective(text, first, end);
  return isRequestLine(text, first, end);
}

function readTailLine(state: ParseState, draft: RequestDraft, first: number): void {
  const { reader, text } = state;
  if (isCommentStart(text, first)) {
    state.reportIndented(first);
    draft.endComments ??= new CommentRun();
    draft.endComments.add(commentText(text.slice(reader.start, reader.end)), reader.line);
  } else if (text.charCodeAt(first) === AT) {
    const variable = readVariable(state, first);
    if (variable) addVariable(state, variable, draft.endComments?.take(reader.line));
  } else if (isMark(text, reader.start, LESS)) {
    state.reportLine('unexpected_close');
  } else {
    state.reportIndented(first);
    state.reportLine('unexpected_text');
  }
}
