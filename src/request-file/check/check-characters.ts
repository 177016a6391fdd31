/** Checks the characters of a text. */
import type { ParseState } from '../parse/parse-state.js';

/** Searches the whole text at once, because NUL and lone surrogates are rare. */
export function checkCharacters(state: ParseState, decodingFailed: boolean): void {
  const { text } = state;
  const nul = text.includes('\0');
  const surrogates = !decodingFailed && !text.isWellFormed();
  if (!nul && !surrogates) return;
  let number = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    number++;
    const at = nul ? line.indexOf('\0') : -1;
    if (at >= 0) state.reportAt('nul_character', { line: number, column: at + 1, endColumn: at + 2 });
    const lone = surrogates && !line.isWellFormed() ? line.search(/\p{Surrogate}/u) : -1;
    if (lone >= 0) state.reportAt('invalid_utf8', { line: number, column: lone + 1, endColumn: lone + 2 });
  }
}
