/** Rows and cells of a table, for text and Markdown. */
import { elementsOf, roleOf, type ElementView } from './view.js';

export interface TableView {
  /** A page may have several, though the standard allows one. */
  readonly captions: readonly ElementView[];
  readonly rows: readonly (readonly GridCell[])[];
}

/** One position of the grid: a cell, or undefined where a cell beside or above spans it. */
export type GridCell = ElementView | undefined;

/** Spans end at this column, because the page decides on them and the work has to be limited. */
const MAX_COLUMN_COUNT = 50;

/** Undefined for tables that are used for layout only. */
export function readTable(table: ElementView): TableView | undefined {
  const role = roleOf(table);
  if (role === 'presentation' || role === 'none' || contains(table, 'table')) return undefined;
  const groups = groupsOf(table).map((rows) => rows.map(cellsOf));
  const captions = elementsOf(table).filter(({ name }) => name === 'caption');
  const isSingle = groups.flat().length === 1 && groups[0]?.[0]?.length === 1;
  if (isSingle && captions.length === 0) return undefined;
  return { captions, rows: groups.flatMap(gridOf).filter((row) => row.length > 0) };
}

function contains(view: ElementView, name: string): boolean {
  return elementsOf(view).some((child) => child.name === name || contains(child, name));
}

/** Rows by `thead`, `tbody` and `tfoot`, which no cell spans. */
function groupsOf(table: ElementView): ElementView[][] {
  const parts = elementsOf(table);
  const loose = parts.filter(isRow);
  const grouped = parts
    .filter(({ name }) => /^t(?:head|body|foot)$/.test(name))
    .map((group) => elementsOf(group).filter(isRow));
  return loose.length === 0 ? grouped : [loose, ...grouped];
}

function isRow({ name }: ElementView): boolean {
  return name === 'tr';
}

function cellsOf(row: ElementView): ElementView[] {
  return elementsOf(row).filter(({ name }) => name === 'td' || name === 'th');
}

/** The grid of a group of rows (HTML section 4.9.12), without empty positions at the ends of rows. */
function gridOf(rows: readonly (readonly ElementView[])[]): GridCell[][] {
  /** By column, how many further rows a cell above spans. */
  const spanned: number[] = [];
  return rows.map((cells) => {
    const line: GridCell[] = [];
    const put = (cell: GridCell, further: number): void => {
      const column = line.length;
      if (column < MAX_COLUMN_COUNT) spanned[column] = Math.max((spanned[column] ?? 0) - 1, further);
      line.push(cell);
    };
    for (const cell of cells) {
      while ((spanned[line.length] ?? 0) > 0) put(undefined, 0);
      const further = furtherOf(cell, 'rowspan', Number.POSITIVE_INFINITY);
      put(cell, further);
      for (let more = furtherOf(cell, 'colspan', MAX_COLUMN_COUNT); more > 0; more--) put(undefined, further);
    }
    const { length } = line;
    for (let column = length; column < spanned.length; column++)
      spanned[column] = Math.max((spanned[column] ?? 0) - 1, 0);
    while (line.length > 0 && line.at(-1) === undefined) line.pop();
    return line;
  });
}

/** A `rowspan` of 0 spans all rows to the end of its group. */
function furtherOf({ attribute }: ElementView, name: 'rowspan' | 'colspan', max: number): number {
  const span = Number.parseInt(attribute(name) ?? '1', 10);
  if (span === 0 && name === 'rowspan') return max;
  return span > 1 ? Math.min(span, max) - 1 : 0;
}
