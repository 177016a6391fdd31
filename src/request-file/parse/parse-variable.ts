/** Parses lines that start with `@`: file variables, and directives without `#`. */
import { AT, isBlank, nameEnd, skipBlanks, trimEnd } from '../text/characters.js';
import { DIRECTIVES } from '../text/directives.js';
import { EMPTY_LIST } from '../text/lists.js';
import type { FileVariable } from '../model/model.js';
import { looksLikeVariable, variableIn } from '../text/variable-definition.js';
import type { ParseState } from './parse-state.js';

/** Parses the definition on the current line, whose first non-blank character is the `@` at `first`. */
export function readVariable(state: ParseState, first: number): FileVariable | undefined {
  const { reader, text } = state;
  const end = trimEnd(text, first, reader.end);
  const found = variableIn(text, first, end);
  if (!found) {
    const name = text.slice(first + 1, nameEnd(text, first + 1, end));
    state.reportLine('variable_syntax', { name: name || 'name' });
    return undefined;
  }
  const { nameStart, nameStop, valueStart, secret } = found;
  const name = text.slice(nameStart, nameStop);
  const { references } = state;
  // A variable belongs to no request; its references are checked where it is used.
  state.references = EMPTY_LIST;
  state.notePlaceholders(valueStart, end);
  state.references = references;
  if (state.variableNames.has(name)) state.report('duplicate_variable', nameStart, nameStop, { name });
  state.noteName('variable', 'definition', nameStart, nameStop);
  state.variableNames.set(name, state.span(nameStart, nameStop));
  return { name, value: text.slice(valueStart, end), line: reader.line, ...(secret ? { secret } : {}) };
}

/**
 * Reads the variables that other clients allow right below a request without a body, or above its body. Blank lines
 * between them count for nothing, since formatting would remove them.
 */
export function readVariablesBelow(state: ParseState): void {
  const { reader, text } = state;
  while (hasVariableNext(state)) {
    let first = skipBlanks(text, reader.start, reader.end);
    while (first === reader.end) {
      reader.advance();
      first = skipBlanks(text, reader.start, reader.end);
    }
    const variable = readVariable(state, first);
    if (variable) state.variables.push(variable);
    state.reportAt('variable_after_request', state.lineSpan());
    reader.advance();
    if (!hasVariableNext(state)) skipBlankLines(state);
  }
}

/** The body begins with its first line that is not blank. */
function skipBlankLines({ reader, text }: ParseState): void {
  while (!reader.done && skipBlanks(text, reader.start, reader.end) === reader.end) reader.advance();
}

/** Whether the first line that is not blank defines a variable; few regions begin with an `@`. */
function hasVariableNext({ reader, text }: ParseState): boolean {
  let at = reader.start;
  while (at < text.length && (isBlank(text.charCodeAt(at)) || isLineEnd(text.charCodeAt(at)))) at++;
  if (text.charCodeAt(at) !== AT) return false;
  const end = /[\r\n]/g;
  end.lastIndex = at;
  const stop = end.exec(text)?.index ?? text.length;
  return looksLikeVariable(text, at, trimEnd(text, at, stop));
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

/** Whether the line is a known directive without `#`, such as `@timeout 500`, and no definition. */
export function isBareDirective(text: string, first: number, lineEnd: number): boolean {
  const end = trimEnd(text, first, lineEnd);
  if (text.charCodeAt(first) !== AT || variableIn(text, first, end)) return false;
  const stop = nameEnd(text, first + 1, end);
  const isKnown = DIRECTIVES.has(text.slice(first + 1, stop).toLowerCase());
  return isKnown && (stop === end || isBlank(text.charCodeAt(stop)));
}
