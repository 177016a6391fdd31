/** Collects what becomes of a script, and what does not. */
import type { AnyNode } from 'acorn';
import type { Assertion, Capture, VariableSet } from '../../model/model.js';
import type { RequestChange, ScriptReport, ScriptSchema, ScriptSource, Translation } from '../translation.js';

const MAX_LINES = 500;

/** What was collected so far, to return to. */
export interface Mark {
  readonly assertions: number;
  readonly captures: number;
  readonly sets: number;
  readonly changes: number;
  readonly schemas: number;
  readonly reports: number;
}

export class Output {
  readonly #source: ScriptSource;
  readonly #assertions: Assertion[] = [];
  readonly #captures: Capture[] = [];
  readonly #sets: VariableSet[] = [];
  readonly #changes: RequestChange[] = [];
  readonly #schemas: ScriptSchema[] = [];
  readonly #reports: ScriptReport[] = [];
  readonly #ignored: ScriptReport[] = [];
  readonly #guards = new Set<string>();
  /** What was reported already: a statement that runs several times is reported once. */
  readonly #places = new Set<string>();

  constructor(source: ScriptSource) {
    this.#source = source;
  }

  get isFull(): boolean {
    return this.#assertions.length + this.#captures.length + this.#sets.length >= MAX_LINES;
  }

  get schemaCount(): number {
    return this.#schemas.length;
  }

  lineOf(node: AnyNode): number {
    return this.#source.line + (node.loc?.start.line ?? 1) - 1;
  }

  assertion(item: Assertion): void {
    this.#assertions.push(item);
  }

  /** Adds an assertion that others need only once. */
  guard(item: Assertion): boolean {
    const key = JSON.stringify({ ...item, line: 0, comments: undefined });
    const isNew = !this.#guards.has(key);
    this.#guards.add(key);
    if (isNew) this.#assertions.push(item);
    return isNew;
  }

  capture(item: Capture): void {
    this.#captures.push(item);
  }

  set(item: VariableSet): void {
    this.#sets.push(item);
  }

  change(item: RequestChange): void {
    this.#changes.push(item);
  }

  schema(item: ScriptSchema): void {
    this.#schemas.push(item);
  }

  report(node: AnyNode, form: string, reason: string): void {
    const report = { ...this.#span(node), form, reason };
    if (this.#places.has(placeOf(report))) return;
    this.#places.add(placeOf(report));
    this.#reports.push(report);
  }

  ignore(node: AnyNode, form: string): void {
    this.#ignored.push({ ...this.#span(node), form, reason: '' });
  }

  #span(node: AnyNode): Pick<ScriptReport, 'line' | 'column' | 'endLine' | 'endColumn'> {
    const { line, column = 1 } = this.#source;
    const place = (
      at: { readonly line: number; readonly column: number } | undefined,
    ): readonly [number, number] => [
      line + (at?.line ?? 1) - 1,
      (at?.column ?? 0) + 1 + ((at?.line ?? 1) === 1 ? column - 1 : 0),
    ];
    const [start, end] = [place(node.loc?.start), place(node.loc?.end)];
    return { line: start[0], column: start[1], endLine: end[0], endColumn: end[1] };
  }

  mark(): Mark {
    return {
      assertions: this.#assertions.length,
      captures: this.#captures.length,
      sets: this.#sets.length,
      changes: this.#changes.length,
      schemas: this.#schemas.length,
      reports: this.#reports.length,
    };
  }

  hasReportsSince(mark: Mark): boolean {
    return this.#reports.length > mark.reports;
  }

  /** Removes what was collected since, and returns the first reason why. */
  undo(mark: Mark): ScriptReport | undefined {
    const removed = this.#reports.splice(mark.reports);
    this.#guards.clear();
    this.#assertions.length = mark.assertions;
    this.#captures.length = mark.captures;
    this.#sets.length = mark.sets;
    this.#changes.length = mark.changes;
    this.#schemas.length = mark.schemas;
    for (const report of removed) this.#places.delete(placeOf(report));
    return removed[0];
  }

  get translation(): Translation {
    const inOrder = (one: ScriptReport, other: ScriptReport): number =>
      one.line - other.line || one.column - other.column;
    return {
      assertions: this.#assertions,
      captures: this.#captures,
      sets: this.#sets,
      changes: this.#changes,
      schemas: this.#schemas,
      reports: this.#reports.toSorted(inOrder),
      ignored: this.#ignored.toSorted(inOrder),
    };
  }
}

function placeOf({ line, column, endLine, endColumn }: ScriptReport): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}
