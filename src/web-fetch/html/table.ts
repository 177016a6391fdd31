/** Rows and cells of a table, whoever draws them. */
import { isText, type ElementView, type View } from './view.js';

export interface TableView {
  readonly caption: ElementView | undefined;
  readonly rows: readonly (readonly GridCell[])[];
}

/** Where columns and rows cross: a cell, or nothing because a cell beside or above reaches there. */
export type GridCell = ElementView | undefined;

/** Wider tables are drawn, but their cells do not reach further: a page decides on both, so the work has to be limited. */
const MAX_COLUMN_COUNT = 50;

/** Undefined for tables that only arrange other things on the page. */
export function tableOf(table: ElementView): TableView | undefined {
  const role = table.attribute('role')?.trim().toLowerCase();
  if (role === 'presentation' || role === 'none' || contains(table, 'table')) return undefined;
  const groups = groupsOf(table).map((rows) => rows.map(cellsOf));
  const caption = elementsOf(table.children).find(({ name }) => name === 'caption');
  const isSingle = groups.flat().length === 1 && groups[0]?.[0]?.length === 1;
  if (isSingle && caption === undefined) return undefined;
  return { caption, rows: groups.flatMap(placesOf).filter((row) => row.length > 0) };
}

export function elementsOf(views: readonly View[]): ElementView[] {
  return views.filter((view): view is ElementView => !isText(view));
}

function contains(view: ElementView, name: string): boolean {
  return elementsOf(view.children).some((child) => child.name === name || contains(child, name));
}

/** Rows by `thead`, `tbody` and `tfoot`, which no cell reaches out of. */
function groupsOf(table: ElementView): ElementView[][] {
  const parts = elementsOf(table.children);
  const loose = parts.filter(isRow);
  const grouped = parts
    .filter(({ name }) => /^t(?:head|body|foot)$/.test(name))
    .map(({ children }) => elementsOf(children).filter(isRow));
  return loose.length === 0 ? grouped : [loose, ...grouped];
}

function isRow({ name }: ElementView): boolean {
  return name === 'tr';
}

function cellsOf({ children }: ElementView): ElementView[] {
  return elementsOf(children).filter(({ name }) => name === 'td' || name === 'th');
}

/** The cells of a group where they stand (HTML 4.9.12), without empty places at the ends of rows. */
function placesOf(rows: readonly (readonly ElementView[])[]): GridCell[][] {
  /** By column: how many further rows a cell above reaches into. */
  const reached: number[] = [];
  return rows.map((cells) => {
    const line: GridCell[] = [];
    const put = (place: GridCell, further: number): void => {
      const column = line.length;
      if (column < MAX_COLUMN_COUNT) reached[column] = Math.max((reached[column] ?? 0) - 1, further);
      line.push(place);
    };
    for (const cell of cells) {
      while ((reached[line.length] ?? 0) > 0) put(undefined, 0);
      const further = furtherOf(cell, 'rowspan', Number.POSITIVE_INFINITY);
      put(cell, further);
      for (let more = furtherOf(cell, 'colspan', MAX_COLUMN_COUNT); more > 0; more--) put(undefined, further);
    }
    const { length } = line;
    for (let column = length; column < reached.length; column++)
      reached[column] = Math.max((reached[column] ?? 0) - 1, 0);
    while (line.length > 0 && line.at(-1) === undefined) line.pop();
    return line;
  });
}

/** A `rowspan` of 0 reaches to the end of its group. */
function furtherOf({ attribute }: ElementView, name: 'rowspan' | 'colspan', most: number): number {
  const span = Number.parseInt(attribute(name) ?? '1', 10);
  if (span === 0 && name === 'rowspan') return most;
  return span > 1 ? Math.min(span, most) - 1 : 0;
}
