/** Collects what becomes of a script, and what does not. */
import type { AnyNode } from 'acorn';
import type { Assertion, Capture, VariableSet } from '../../model/model.js';
import { ScriptPlaces } from '../values/script-places.js';
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
  readonly #places: ScriptPlaces;
  readonly #assertions: Assertion[] = [];
  readonly #captures: Capture[] = [];
  readonly #sets: VariableSet[] = [];
  readonly #changes: RequestChange[] = [];
  readonly #schemas: ScriptSchema[] = [];
  readonly #reports: ScriptReport[] = [];
  readonly #ignored: ScriptReport[] = [];
  readonly #guards = new Set<string>();
  /** What was reported already: a statement that runs several times is reported once. */
  readonly #reported = new Set<string>();

  lostVariables: readonly (string | undefined)[] = [];

  constructor(source: ScriptSource) {
    this.#places = new ScriptPlaces(source);
  }

  get isFull(): boolean {
    return this.#assertions.length + this.#captures.length + this.#sets.length >= MAX_LINES;
  }

  get schemaCount(): number {
    return this.#schemas.length;
  }

  lineOf(node: AnyNode): number {
    return this.#places.at(node.start).line;
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
    if (this.#reported.has(placeOf(report))) return;
    this.#reported.add(placeOf(report));
    this.#reports.push(report);
  }

  ignore(node: AnyNode, form: string): void {
    this.#ignored.push({ ...this.#span(node), form, reason: '' });
  }

  #span(node: AnyNode): Pick<ScriptReport, 'line' | 'column' | 'endLine' | 'endColumn'> {
    const end = this.#places.at(node.end);
    return { ...this.#places.at(node.start), endLine: end.line, endColumn: end.column };
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
    for (const report of removed) this.#reported.delete(placeOf(report));
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
      lostVariables: this.lostVariables,
    };
  }
}

function placeOf({ line, column, endLine, endColumn }: ScriptReport): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}
