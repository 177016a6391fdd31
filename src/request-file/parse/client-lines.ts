/** Lines of other clients that have an effect: `import`, `run` and `??`. */
import { appendItem } from '../text/lists.js';
import { trimBlanks } from '../text/characters.js';
import { readForeign, readRunLine, type ForeignConstruct } from './foreign-dialects.js';
import { noteFile, noteNameAt } from './name-sites.js';
import { readCheck } from './parse-check.js';
import type { ParseState } from './parse-state.js';
import type { RequestDraft } from './request-draft.js';

/** Notes `import` and `run` lines, which belong to the file and not to a request. */
export function noteFileLine(
  state: ParseState,
  use: ForeignConstruct['use'],
  text: string,
  line: number,
): void {
  if (use === 'import') {
    const path = trimBlanks(text.slice('import'.length));
    state.imports = appendItem(state.imports, { path, line });
    noteFile(state, path, { line, column: text.indexOf(path, 'import'.length) + 1 });
  }
  const run = use === 'run' ? readRunLine(text) : undefined;
  if (!run) return;
  state.runs = appendItem(state.runs, { ...run, line, place: state.requests.length });
  const { path, name } = run;
  if (path !== undefined) noteFile(state, path, { line, column: text.indexOf(path, 'run'.length) + 1 });
  if (name !== undefined)
    noteNameAt(state, 'request', 'reference', name, {
      line,
      column: text.indexOf(name, text.indexOf('#')) + 1,
    });
}

/** A `??` line that has no counterpart is reported, so that nobody believes it is checked. */
export function readTailForeign(state: ParseState, draft: RequestDraft, found: ForeignConstruct): void {
  const { line } = state.reader;
  const span = state.lineSpan();
  const text = readForeign(state, found, false);
  draft.foreign = appendItem(draft.foreign, { text, line, place: 'tail' });
  if (found.use !== 'check') return;
  const check = readCheck(text);
  if ('assertion' in check) draft.checks = appendItem(draft.checks, { ...check.assertion, line });
  else state.reportAt('untranslated_script', span, { form: 'this `??` check', reason: check.reason });
}
