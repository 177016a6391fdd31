/** Turns a JSON value into foldable lines; folded parts take no lines. */

import { hasIntegerKeys, MAX_JSON_DEPTH } from '../../../src/evaluation/values/json.js';
import { JsonReader } from '../../../src/evaluation/values/json-reader.js';
import { keysOf } from '../../../src/primitives/json/key-order.js';

/** A number that would be written differently is kept as text. */
export class ExactNumber {
  constructor(readonly source: string) {}
}

export interface JsonRow {
  readonly depth: number;
  /** The path as it follows `body` in an assertion. */
  readonly path: string;
  readonly name: string;
  readonly kind: 'open' | 'closed' | 'end' | 'leaf' | 'more';
  readonly value: unknown;
  /** A bracket, or the text of a leaf. */
  readonly text: string;
  readonly comma: boolean;
}

/** How many members of a list are shown before the user requests more. */
export const PAGE = 200;
const ROWS_OPEN_AT_FIRST = 400;

export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown =
      UNUSUAL_NUMBER.test(text) || hasIntegerKeys(text)
        ? new JsonReader<number | ExactNumber>(text, MAX_JSON_DEPTH, readNumber).document()
        : JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** A number that may be written differently: one with many digits, an exponent, a last zero, or a negative zero. */
const UNUSUAL_NUMBER = /(?:^|[ :,[\n\r\t])-?(?:\d[\d.]{15}|\d[\d.]*[eE]|\d+\.\d*0(?!\d)|(?<=-)0(?![\d.]))/;

function readNumber(source: string): number | ExactNumber {
  const value = Number(source);
  return String(value) === source ? value : new ExactNumber(source);
}

/** Opens level by level until enough rows are visible. */
export function firstOpen(value: unknown): Set<string> {
  const open = new Set<string>();
  let level: (readonly [string, unknown])[] = [['', value]];
  let rows = 0;
  while (level.length > 0 && rows < ROWS_OPEN_AT_FIRST) {
    const next: (readonly [string, unknown])[] = [];
    for (const [path, each] of level) {
      const members = membersOf(each, PAGE);
      if (members === undefined) continue;
      rows += members.first.length + 2;
      if (rows > ROWS_OPEN_AT_FIRST && open.size > 0) break;
      open.add(path);
      for (const [name, member] of members.first) next.push([memberPath(path, name, each), member]);
    }
    level = next;
  }
  return open;
}

export function jsonRows(
  value: unknown,
  open: ReadonlySet<string>,
  limits: ReadonlyMap<string, number>,
): JsonRow[] {
  const rows: JsonRow[] = [];
  addRows({ value, name: '', path: '', depth: 0, comma: false }, open, limits, rows);
  return rows;
}

type RowPosition = Pick<JsonRow, 'value' | 'name' | 'path' | 'depth' | 'comma'>;

function addRows(
  place: RowPosition,
  open: ReadonlySet<string>,
  limits: ReadonlyMap<string, number>,
  rows: JsonRow[],
): void {
  const { value, path, depth, comma } = place;
  const limit = limits.get(path) ?? PAGE;
  const members = membersOf(value, limit);
  if (members === undefined) {
    rows.push({ ...place, kind: 'leaf', text: leafText(value) });
    return;
  }
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.count === 0 || !open.has(path)) {
    const inner = members.count === 0 ? '' : ` ${members.count} `;
    const kind = members.count === 0 ? 'leaf' : 'closed';
    rows.push({ ...place, kind, text: `${opening}${inner}${closing}` });
    return;
  }
  rows.push({ ...place, kind: 'open', text: opening, comma: false });
  members.first.forEach(([name, member], index) => {
    const inner = { value: member, name: Array.isArray(value) ? '' : name, depth: depth + 1 };
    addRows(
      { ...inner, path: memberPath(path, name, value), comma: index < members.count - 1 },
      open,
      limits,
      rows,
    );
  });
  if (members.count > limit) {
    const text = `${members.count - limit} more`;
    rows.push({ depth: depth + 1, path, name: '', kind: 'more', value, text, comma: false });
  }
  rows.push({ depth, path, name: '', kind: 'end', value, text: closing, comma });
}

interface Members {
  readonly count: number;
  /** Only the first members, so that a long list is not copied. */
  readonly first: readonly (readonly [name: string, value: unknown])[];
}

function membersOf(value: unknown, limit: number): Members | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  if (Array.isArray(value)) {
    const first = value.slice(0, limit).map((member: unknown, index) => [String(index), member] as const);
    return { count: value.length, first };
  }
  const names = keysOf(value);
  const record = value as Readonly<Record<string, unknown>>;
  return { count: names.length, first: names.slice(0, limit).map((name) => [name, record[name]] as const) };
}

function memberPath(path: string, name: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${path}[${name}]`;
  return /^[A-Za-z_][\w-]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

export function leafText(value: unknown): string {
  return value instanceof ExactNumber ? value.source : JSON.stringify(value);
}
