/** Turns a JSON value into foldable lines; folded parts take no lines. */

/** A number that would lose digits is kept as text. */
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
    const value: unknown = /\d{16}/.test(text)
      ? JSON.parse(markExactNumbers(text), reviveExactNumber)
      : JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** A prefix that no string of a document has by chance. */
const MARK = '\u0000exact:';

/** Turns integers that may lose digits into strings; strings are matched only to skip them. */
function markExactNumbers(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
    /^-?\d{16,}$/.test(token) ? JSON.stringify(MARK + token) : token,
  );
}

function reviveExactNumber(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(MARK)
    ? new ExactNumber(value.slice(MARK.length))
    : value;
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
  const names = Object.keys(value);
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
