/** The variables of an environment as rows of a form, and back. */
import { parseJson, toJson } from '../../../../src/evaluation/values/json.js';

export type Variables = Readonly<Record<string, unknown>>;

export interface VariableRow {
  readonly id: number;
  readonly name: string;
  /** The value as it is typed. */
  readonly text: string;
  /** Whether a value that looks secret is shown. */
  readonly isShown: boolean;
}

let lastId = 0;

export function rowsOf(variables: Variables): VariableRow[] {
  return Object.entries(variables).map(([name, value]) => rowOf(name, value));
}

export function emptyRow(): VariableRow {
  return { id: ++lastId, name: '', text: '', isShown: true };
}

export function valuesOf(rows: readonly VariableRow[]): Record<string, unknown> {
  return Object.fromEntries(rows.map(({ name, text }) => [name.trim(), readValue(text)]));
}

export function isSameValue(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined ? a === b : toJson(a) === toJson(b);
}

/** The order counts, because the file keeps it. */
export function isSameVariables(a: Variables, b: Variables): boolean {
  return toJson(a) === toJson(b);
}

/** Empty if the row can be saved. */
export function rowProblem({ name, id }: VariableRow, rows: readonly VariableRow[]): string {
  const trimmed = name.trim();
  if (trimmed === '') return 'A variable needs a name.';
  if (!/^[\p{L}\p{N}_.-]+$/u.test(trimmed))
    return 'A name may contain only letters, digits, “_”, “-” and “.”.';
  const isTwice = rows.some((other) => other.id !== id && other.name.trim() === trimmed);
  return isTwice ? 'This name is used twice.' : '';
}

export interface VariableConflict {
  readonly name: string;
  /** As a form would show them; undefined if the variable is not there. */
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
}

/** What was changed in the file since the form was filled, whether the form has changed it too or not. */
export function conflictsOf(
  rows: readonly VariableRow[],
  base: Variables,
  current: Variables,
): VariableConflict[] {
  const mine = valuesOf(rows);
  const names = [...new Set([...Object.keys(base), ...Object.keys(current)])];
  return names
    .filter((name) => !isSameValue(own(base, name), own(current, name)))
    .map((name) => ({ name, mine: shownValue(own(mine, name)), theirs: shownValue(own(current, name)) }))
    .filter(({ mine: typed, theirs }) => typed !== theirs);
}

/** The variables of the file with the changes of the form: what the form has not touched comes from the file. */
export function mergeRows(rows: readonly VariableRow[], base: Variables, current: Variables): VariableRow[] {
  const mine = valuesOf(rows);
  const isTouched = (name: string): boolean => !isSameValue(own(mine, name), own(base, name));
  const kept = rows.flatMap((row) => {
    const name = row.name.trim();
    if (isTouched(name)) return [row];
    const value = own(current, name);
    return value === undefined ? [] : [{ ...row, text: writtenValue(value) }];
  });
  const names = new Set(kept.map(({ name }) => name.trim()));
  const added = Object.entries(current).filter(([name]) => !names.has(name) && !isTouched(name));
  return [...kept, ...added.map(([name, value]) => rowOf(name, value))];
}

function rowOf(name: string, value: unknown): VariableRow {
  return { id: ++lastId, name, text: writtenValue(value), isShown: false };
}

function own(variables: Variables, name: string): unknown {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

function shownValue(value: unknown): string | undefined {
  return value === undefined ? undefined : writtenValue(value);
}

/** Quotes a text that would be parsed as another type. */
function writtenValue(value: unknown): string {
  if (typeof value !== 'string') return toJson(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}

function readValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
