/** Rows and cells of a table, whoever draws them. */
import { isText, type ElementView, type View } from './view.js';

export interface TableView {
  readonly caption: ElementView | undefined;
  readonly rows: readonly (readonly ElementView[])[];
}

/** Undefined for tables that only arrange other things on the page. */
export function tableOf(table: ElementView): TableView | undefined {
  const role = table.attribute('role')?.trim().toLowerCase();
  if (role === 'presentation' || role === 'none' || contains(table, 'table')) return undefined;
  const rows = rowsOf(table).map(({ children }) => elementsOf(children).filter(isCell));
  const caption = elementsOf(table.children).find(({ name }) => name === 'caption');
  const isSingle = rows.length === 1 && rows[0]?.length === 1;
  return isSingle && caption === undefined ? undefined : { caption, rows: rows.filter(hasCells) };
}

export function elementsOf(views: readonly View[]): ElementView[] {
  return views.filter((view): view is ElementView => !isText(view));
}

/** How many further columns a cell takes. */
export function furtherColumns({ attribute }: ElementView): number {
  const span = Number.parseInt(attribute('colspan') ?? '1', 10);
  return span > 1 ? Math.min(span, MOST_COLUMNS) - 1 : 0;
}

const MOST_COLUMNS = 100;

function contains(view: ElementView, name: string): boolean {
  return elementsOf(view.children).some((child) => child.name === name || contains(child, name));
}

function rowsOf(table: ElementView): ElementView[] {
  return elementsOf(table.children).flatMap((part) => {
    if (part.name === 'tr') return [part];
    return /^t(?:head|body|foot)$/.test(part.name)
      ? elementsOf(part.children).filter(({ name }) => name === 'tr')
      : [];
  });
}

function isCell({ name }: ElementView): boolean {
  return name === 'td' || name === 'th';
}

function hasCells(row: readonly ElementView[]): boolean {
  return row.length > 0;
}
