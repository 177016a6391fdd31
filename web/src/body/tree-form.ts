/** A JSON text as foldable rows; folded parts take none. */
import { GrowingList } from './growing-list.js';
import { indexOf, pathTo } from './json-paths.js';
import { LIST, type JsonTape } from './json-tape.js';
import type { Finder } from './query.js';
import type { BodyForm, FindResult, TreeRow } from './rows.js';
import { findInSource } from './tree-search.js';
import { IN_NAME, IN_VALUE, TreeMatches } from './tree-matches.js';
import { cutText, firstOpen, leafKind, leafText } from './tree-text.js';

/** How many members of a list are shown before the user requests more. */
export const PAGE = 200;

const KINDS = ['open', 'closed', 'end', 'leaf', 'more'] as const;
const OPEN = 0;
const CLOSED = 1;
const END = 2;
const LEAF = 3;
const MORE = 4;

/** Stands for the list of results of a filter. */
const ROOTS = -1;

export class TreeForm implements BodyForm {
  readonly #tape: JsonTape;
  readonly #roots: readonly number[];
  readonly #isFiltered: boolean;
  readonly #open: Set<number>;
  readonly #limits = new Map<number, number>();
  readonly #rowKinds = new GrowingList();
  readonly #rowValues = new GrowingList();
  readonly #rowDepths = new GrowingList();
  /** The row at which each root starts. */
  readonly #rootRows = new GrowingList();
  readonly #matches = new TreeMatches();
  #escapes: boolean | undefined;

  /** Shows the whole document, or the results of a filter. */
  constructor(tape: JsonTape, results?: readonly number[]) {
    this.#tape = tape;
    this.#roots = results ?? [0];
    this.#isFiltered = results !== undefined;
    this.#open = firstOpen(tape, this.#roots, PAGE);
    this.#build();
  }

  get rowCount(): number {
    return this.#rowKinds.length;
  }

  rows(from: number, to: number): readonly TreeRow[] {
    const rows: TreeRow[] = [];
    for (let row = from; row < Math.min(to, this.rowCount); row++) rows.push(this.#row(row));
    return rows;
  }

  /** The value of a row; undefined for a closing bracket and for `more`. */
  valueAt(row: number): number | undefined {
    const kind = this.#rowKinds.at(row);
    return kind < 0 || kind === END || kind === MORE ? undefined : this.#rowValues.at(row);
  }

  /** Folds, unfolds, or shows more members. */
  act(row: number): void {
    const value = this.#rowValues.at(row);
    const kind = this.#rowKinds.at(row);
    if (kind === OPEN) this.#open.delete(value);
    else if (kind === CLOSED) this.#open.add(value);
    else if (kind === MORE) this.#limits.set(value, this.#limitOf(value) + 5 * PAGE);
    else return;
    this.#build();
  }

  find(finder: Finder | undefined, fromRow: number): FindResult {
    this.#matches.clear();
    let isPartial = false;
    if (finder !== undefined && !this.#isFiltered && finder.isLiteral && !this.#hasEscapes()) {
      isPartial = !findInSource(this.#tape, finder, this.#matches);
    } else if (finder !== undefined) {
      for (let root = 0; root < this.#roots.length && !isPartial; root++)
        isPartial = !this.#findBelow(root, finder);
    }
    const { total } = this.#matches;
    if (total === 0) return { total, isPartial, nearest: -1 };
    const before = this.#matches.countBefore(this.#rootAt(fromRow), this.#rowValues.at(fromRow));
    return { total, isPartial, nearest: before % total };
  }

  /** Unfolds everything around the match. */
  visit(match: number): number {
    this.#matches.visited = match;
    const { root, value } = this.#matches.placeOf(match);
    const tape = this.#tape;
    if (root >= this.#limitOf(ROOTS)) this.#limits.set(ROOTS, root + PAGE);
    for (let at = value; at !== this.#roots[root]; at = tape.parentOf(at)) {
      const parent = tape.parentOf(at);
      this.#open.add(parent);
      const index = indexOf(tape, at);
      if (index >= this.#limitOf(parent)) this.#limits.set(parent, index + PAGE);
    }
    this.#build();
    let row = this.#rootRows.at(root);
    while (row < this.rowCount - 1 && this.valueAt(row) !== value) row++;
    return row;
  }

  /** False if there are too many matches. */
  #findBelow(root: number, finder: Finder): boolean {
    const tape = this.#tape;
    const matches = this.#matches;
    const first = this.#roots[root] ?? 0;
    const end = tape.nextOf(first);
    for (let value = first; value < end; value++) {
      const keep =
        (part: number) =>
        (start: number, stop: number): boolean =>
          matches.add(root, value, part, start, stop);
      const name = this.#shownName(value, value === first);
      if (name !== '') finder.run(name, keep(IN_NAME));
      if (!tape.isContainer(value)) finder.run(leafText(tape, value), keep(IN_VALUE));
      if (matches.isFull) return false;
    }
    return true;
  }

  /** Whether some text of the document is shown differently from how it is written. */
  #hasEscapes(): boolean {
    this.#escapes ??= this.#tape.text.includes('\\');
    return this.#escapes;
  }

  #rootAt(row: number): number {
    return this.#rootRows.countUpTo(row) - 1;
  }

  #limitOf(value: number): number {
    return this.#limits.get(value) ?? PAGE;
  }

  #build(): void {
    for (const list of [this.#rowKinds, this.#rowValues, this.#rowDepths, this.#rootRows]) list.clear();
    const limit = this.#limitOf(ROOTS);
    for (const root of this.#roots.slice(0, limit)) {
      this.#rootRows.push(this.rowCount);
      this.#addRows(root);
    }
    if (this.#roots.length > limit) this.#push(MORE, ROOTS, 0);
  }

  #push(kind: number, value: number, depth: number): void {
    this.#rowKinds.push(kind);
    this.#rowValues.push(value);
    this.#rowDepths.push(depth);
  }

  /** Without recursion, because a hostile document may be nested deeper than the stack. */
  #addRows(root: number): void {
    const tape = this.#tape;
    const open: { readonly value: number; readonly end: number; next: number; left: number }[] = [];
    let value = root;
    for (;;) {
      const depth = open.length;
      if (!tape.isContainer(value) || tape.countOf(value) === 0) this.#push(LEAF, value, depth);
      else if (!this.#open.has(value)) this.#push(CLOSED, value, depth);
      else {
        this.#push(OPEN, value, depth);
        open.push({ value, end: tape.nextOf(value), next: value + 1, left: this.#limitOf(value) });
      }
      let top = open.at(-1);
      while (top !== undefined && (top.next >= top.end || top.left === 0)) {
        if (top.next < top.end) this.#push(MORE, top.value, open.length);
        open.pop();
        this.#push(END, top.value, open.length);
        top = open.at(-1);
      }
      if (top === undefined) return;
      value = top.next;
      top.next = tape.nextOf(value);
      top.left--;
    }
  }

  #row(row: number): TreeRow {
    const tape = this.#tape;
    const kind = this.#rowKinds.at(row);
    const value = this.#rowValues.at(row);
    const base = { form: 'tree', kind: KINDS[kind] ?? 'leaf', depth: this.#rowDepths.at(row) } as const;
    const plain = { ...base, name: '', nameMarks: [], value: 'mark', marks: [], comma: false } as const;
    if (kind === MORE) {
      const count = value === ROOTS ? this.#roots.length : tape.countOf(value);
      return { ...plain, text: `${(count - this.#limitOf(value)).toLocaleString('en-US')} more` };
    }
    const isRoot = base.depth === 0;
    const comma = kind !== OPEN && !isRoot && tape.nextOf(value) < tape.nextOf(tape.parentOf(value));
    const [opener, closer] = tape.kinds[value] === LIST ? ['[', ']'] : ['{', '}'];
    if (kind === END) return { ...plain, text: closer, comma };
    const root = this.#rootAt(row);
    const name = this.#shownName(value, isRoot);
    const named = { ...base, name, nameMarks: this.#matches.marksIn(root, value, IN_NAME), comma };
    if (!tape.isContainer(value)) {
      const shown = cutText(leafText(tape, value), this.#matches.marksIn(root, value, IN_VALUE));
      return { ...named, value: leafKind(tape, value), ...shown };
    }
    const count = tape.countOf(value);
    const inside = count === 0 ? '' : ` ${count.toLocaleString('en-US')} `;
    return {
      ...named,
      value: 'mark',
      marks: [],
      text: kind === OPEN ? opener : `${opener}${inside}${closer}`,
    };
  }

  #shownName(value: number, isRoot: boolean): string {
    if (isRoot) return this.#isFiltered ? pathTo(this.#tape, value) : '';
    const name = this.#tape.nameOf(value);
    return name === undefined ? '' : JSON.stringify(name);
  }
}
