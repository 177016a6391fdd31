/** The scripts of other clients around a request: what they check, store and set, and findings about the rest. */
import { lineWarning } from '../model/diagnostic.js';
import type { Assertion, Capture, Foreign, Request, VariableSet } from '../model/model.js';
import type { ScriptReport, ScriptSource, Translation } from '../scripts/translation.js';
import { noteFile } from './name-sites.js';
import type { ParseState } from './parse-state.js';

type Scripted = Pick<
  Request,
  'scriptAssertions' | 'scriptCaptures' | 'scriptSets' | 'missingScript' | 'untranslatedScripts'
>;

/** A script in the file, or the name of one beside it. */
type FoundScript =
  | Pick<ScriptSource, 'text' | 'client' | 'stage' | 'line' | 'column'>
  | { readonly file: string; readonly stage: ScriptSource['stage']; readonly line: number };

/** Undefined if nothing of this kind is there; `checks` are assertions that stand before what the scripts check. */
export function readScripts(
  state: ParseState,
  foreign: readonly Foreign[],
  requestName: string,
  checks: readonly Assertion[],
): Scripted | undefined {
  if (foreign.length === 0 && checks.length === 0) return undefined;
  const assertions: Assertion[] = [...checks];
  const captures: Capture[] = [];
  const sets: VariableSet[] = [];
  let missing: string | undefined;
  let lost: Pick<ScriptSource, 'lostVariables'> = {};
  const before = state.diagnostics.length;
  for (const each of foreign) {
    const script = scriptOf(state, each);
    if (script === undefined) continue;
    if ('file' in script)
      noteFile(state, script.file, { line: script.line, column: each.text.indexOf(script.file) + 1 });
    const source = 'file' in script ? sourceOfFile(state, script) : script;
    if (source === undefined) {
      if ('file' in script && state.scriptFiles?.has(script.file) === true) missing ??= script.file;
      continue;
    }
    const found = state.translate?.({ ...source, requestName, importing: false, ...lost });
    if (found === undefined) continue;
    lost = { lostVariables: found.lostVariables ?? [] };
    const placed = 'file' in script ? atReference(found, script.line) : found;
    note(state, placed, script.line);
    assertions.push(...placed.assertions);
    captures.push(...placed.captures);
    sets.push(...placed.sets);
  }
  const untranslatedScripts = state.diagnostics
    .slice(before)
    .flatMap((found) => (found.code === 'untranslated_script' ? [lineWarning(found)] : []));
  return {
    ...(untranslatedScripts.length > 0 && { untranslatedScripts }),
    ...(assertions.length > 0 && { scriptAssertions: assertions }),
    ...(captures.length > 0 && { scriptCaptures: captures }),
    ...(sets.length > 0 && { scriptSets: sets }),
    ...(missing !== undefined && { missingScript: missing }),
  };
}

/** Scripts of a section without a request have nothing to check. */
export function reportLoneScripts(state: ParseState, foreign: readonly Foreign[]): void {
  for (const each of foreign) {
    const script = scriptOf(state, each);
    if (script !== undefined) untranslated(state, each, 'a script', 'it belongs to no request');
  }
}

function scriptOf(state: ParseState, foreign: Foreign): FoundScript | undefined {
  const { text, line, place } = foreign;
  const [, sign, name] = /^([<>])[ \t]+(\S+\.(?:m|c)?(?:js|lua))[ \t]*$/.exec(text) ?? [];
  const stage = sign === '<' || (sign === undefined && place === 'head') ? 'before' : 'after';
  if (name?.endsWith('.lua') === true) return untranslated(state, foreign, 'the script', LUA);
  if (name !== undefined) return { file: name, stage, line };
  const opening = /^([<>])[ \t]*\{%(lua\b)?/.exec(text);
  if (opening) {
    if (opening[2] !== undefined) return untranslated(state, foreign, 'the script', LUA);
    const start = opening[0].length;
    const end = text.lastIndexOf('%}');
    return {
      text: text.slice(start, end < start ? text.length : end),
      client: 'jetbrains',
      stage: opening[1] === '<' ? 'before' : 'after',
      line,
      column: start + 1,
    };
  }
  return braces(state, foreign, stage);
}

const LUA = 'it is written in Lua';

/** `{{` and `}}` on lines of their own. */
function braces(state: ParseState, foreign: Foreign, stage: ScriptSource['stage']): FoundScript | undefined {
  const { text, line } = foreign;
  if (/^\{\{[@+]/.test(text)) return untranslated(state, foreign, 'a script block', 'it runs at other times');
  if (!/^\{\{[ \t]*(?:\n|$)/.test(text)) return undefined;
  const inner = text.replace(/^\{\{[^\n]*\n?/, '').replace(/(?:^|\n)\}\}[^\n]*$/, '');
  return { text: inner, client: 'httpyac', stage, line: line + 1 };
}

function untranslated(state: ParseState, { text, line }: Foreign, form: string, reason: string): undefined {
  const lines = text.split('\n');
  const endColumn = (lines.at(-1)?.length ?? 0) + 1;
  const span = { line, column: 1, endLine: line + lines.length - 1, endColumn };
  state.reportAt('untranslated_script', span, { form, reason });
  return undefined;
}

/** The text of a script file, which the caller of the parser has read; findings stand where it is named. */
function sourceOfFile(
  state: ParseState,
  { file, stage, line }: Extract<FoundScript, { file: string }>,
): Pick<ScriptSource, 'text' | 'client' | 'stage' | 'line'> | undefined {
  const text = state.scriptFiles?.get(file);
  if (text !== undefined) return { text, client: 'jetbrains', stage, line: 1 };
  const isMissing = state.scriptFiles?.has(file) === true;
  const reason = isMissing ? 'it does not exist or lies outside the workspace' : 'files are not read here';
  state.reportAt(
    'untranslated_script',
    { line, column: 1, endColumn: 1 },
    { form: `the script ${file}`, reason },
  );
  return undefined;
}

/** Everything of a script file is found at the line that names it. */
function atReference(translation: Translation, line: number): Translation {
  const place = (report: ScriptReport): ScriptReport => ({
    ...report,
    line,
    column: 1,
    endLine: line,
    endColumn: 1,
    reason: report.reason === '' ? '' : `${report.reason} (line ${report.line} of the script)`,
  });
  return {
    ...translation,
    assertions: translation.assertions.map((assertion) => ({ ...assertion, line })),
    captures: translation.captures.map((capture) => ({ ...capture, line })),
    reports: translation.reports.map(place),
    ignored: translation.ignored.map(place),
  };
}

function note(state: ParseState, translation: Translation, line: number): void {
  const { assertions, captures, sets, reports, ignored } = translation;
  const stored = captures.length + sets.length;
  if (assertions.length + stored > 0)
    state.reportAt(
      'translated_script',
      { line, column: 1, endColumn: 1 },
      { assertions: count(assertions.length, 'assertion'), captures: count(stored, 'capture') },
    );
  for (const { form, reason, ...span } of reports)
    state.reportAt('untranslated_script', span, { form, reason: `it ${reason}` });
  for (const { form, reason: _, ...span } of ignored) state.reportAt('ignored_script', span, { form });
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

const REFERENCE = /^[<>][ \t]+(\S+\.(?:m|c)?js)[ \t]*$/gm;
const MAX_SCRIPT_FILES = 1000;
/** Looked for first, since the expression visits every line. */
const SCRIPT_ENDINGS = ['.js', '.mjs', '.cjs'];
const NO_NAMES: ReadonlySet<string> = new Set();

/** The script files that a text names; empty for nearly all files. */
export function namedScriptFiles(text: string): ReadonlySet<string> {
  if (!SCRIPT_ENDINGS.some((ending) => text.includes(ending))) return NO_NAMES;
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(REFERENCE)) {
    if (names.size >= MAX_SCRIPT_FILES) break;
    names.add(name);
  }
  return names;
}

/** Whether a text holds a script, so that the translation is loaded. */
export function holdsScript(text: string): boolean {
  return text.includes('{%') || holdsOpeningLine(text) || namedScriptFiles(text).size > 0;
}

const LINE_ENDS = ['\n', '\r', '\u2028', '\u2029'];

/** Whether a line is `{{` alone; few texts have one that starts with it. */
function holdsOpeningLine(text: string): boolean {
  if (!text.startsWith('{{') && !LINE_ENDS.some((end) => text.includes(`${end}{{`))) return false;
  return /^\{\{[ \t]*$/m.test(text);
}
