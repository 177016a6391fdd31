/** Parses the value of `# @set [global] <name> = <value> [when <condition>] {unless <condition>}`. */
import { EQUALS, skipBlanks, trimEnd } from '../text/characters.js';
import type { VariableSet } from '../model/model.js';
import { ConditionReader } from '../expressions/parse-conditions.js';
import { captureNameEnd } from './parse-capture.js';
import { noteNameAt, noteVariableSubject } from './name-sites.js';
import type { ParseState } from './parse-state.js';

/** The value of the directive and its place. */
export interface SetValue {
  readonly value: string;
  readonly line: number;
  readonly valueColumn: number;
}

const PREFIX = /^global[ \t]+(?=[^ \t=])/i;

/** Undefined without a name or `=`. */
export function readSet(state: ParseState, line: SetValue): VariableSet | undefined {
  const text = line.value;
  const end = text.length;
  const start = PREFIX.exec(text)?.[0].length ?? 0;
  const nameStop = captureNameEnd(text, start, end);
  const equals = skipBlanks(text, nameStop, end);
  if (nameStop === start || text.charCodeAt(equals) !== EQUALS) return undefined;
  const from = equals + 1;
  const valueStart = skipBlanks(text, from, end);
  const conditions = readConditions(state, line, from, valueStart);
  const origin = { line: line.line, column: line.valueColumn };
  for (const subject of conditions?.subjects ?? []) noteVariableSubject(state, text, subject, origin);
  const name = text.slice(start, nameStop);
  noteNameAt(state, 'capture', 'definition', name, { line: line.line, column: line.valueColumn + start });
  const stop = conditions ? trimEnd(text, Math.min(valueStart, conditions.start), conditions.start) : end;
  return {
    name,
    value: stop > valueStart ? text.slice(valueStart, stop) : '',
    ...(start > 0 && { global: true as const }),
    ...conditions?.conditional,
  };
}

/** There is no response yet, so that only variables can be compared. */
function readConditions(
  state: ParseState,
  { value, line, valueColumn }: SetValue,
  from: number,
  start: number,
): ReturnType<ConditionReader['find']> {
  if (!/[ \t](?:when|unless)[ \t]/.test(value)) return undefined;
  const reader = new ConditionReader(value, value.length, ({ subject }) =>
    subject.kind === 'variable' ? undefined : 'no variable',
  );
  const found = reader.find({ from, start, end: value.length, shape: 'any' });
  const { unread } = reader;
  if (!found && unread) {
    const column = valueColumn + unread.at;
    const span = { line, column, endColumn: column + unread.word.length };
    state.reportAt('suspicious_value', span, { word: unread.word }, 2);
  }
  return found;
}
