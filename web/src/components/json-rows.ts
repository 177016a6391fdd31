/** A JSON value as lines that can be folded; only what is open is ever turned into lines. */

/** A number that would lose digits keeps its text. */
export class ExactNumber {
  constructor(readonly source: string) {}
}

export interface JsonRow {
  readonly depth: number;
  /** As it follows `body` in an assertion. */
  readonly path: string;
  readonly name: string;
  readonly kind: 'open' | 'closed' | 'end' | 'leaf' | 'more';
  readonly value: unknown;
  /** `{`, `[` and so on, or the text of a leaf. */
  readonly text: string;
  readonly comma: boolean;
}

/** How many members of one list are shown before the reader asks for more. */
export const PAGE = 200;
const ROWS_OPEN_AT_FIRST = 400;

export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, /\d{16}/.test(text) ? exact : undefined) as unknown };
  } catch {
    return undefined;
  }
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  const isInexact = typeof value === 'number' && source !== undefined && String(value) !== source;
  return isInexact && /^-?\d+$/.test(source) ? new ExactNumber(source) : value;
}

/** What is open at first: level by level, until there is enough to see. */
export function firstOpen(value: unknown): Set<string> {
  const open = new Set<string>();
  let level: (readonly [string, unknown])[] = [['', value]];
  let rows = 0;
  while (level.length > 0 && rows < ROWS_OPEN_AT_FIRST) {
    const next: (readonly [string, unknown])[] = [];
    for (const [path, each] of level) {
      const members = membersOf(each);
      if (members === undefined) continue;
      rows += Math.min(members.length, PAGE) + 2;
      if (rows > ROWS_OPEN_AT_FIRST && open.size > 0) break;
      open.add(path);
      next.push(
        ...members.slice(0, PAGE).map(([name, member]) => [memberPath(path, name, each), member] as const),
      );
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

type Place = Pick<JsonRow, 'value' | 'name' | 'path' | 'depth' | 'comma'>;

function addRows(
  place: Place,
  open: ReadonlySet<string>,
  limits: ReadonlyMap<string, number>,
  rows: JsonRow[],
): void {
  const { value, path, depth, comma } = place;
  const members = membersOf(value);
  if (members === undefined) {
    rows.push({ ...place, kind: 'leaf', text: leafText(value) });
    return;
  }
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0 || !open.has(path)) {
    const inner = members.length === 0 ? '' : ` ${members.length} `;
    const kind = members.length === 0 ? 'leaf' : 'closed';
    rows.push({ ...place, kind, text: `${opening}${inner}${closing}` });
    return;
  }
  rows.push({ ...place, kind: 'open', text: opening, comma: false });
  const limit = limits.get(path) ?? PAGE;
  members.slice(0, limit).forEach(([name, member], index) => {
    const inner = { value: member, name: Array.isArray(value) ? '' : name, depth: depth + 1 };
    addRows(
      { ...inner, path: memberPath(path, name, value), comma: index < members.length - 1 },
      open,
      limits,
      rows,
    );
  });
  if (members.length > limit) {
    const text = `${members.length - limit} more`;
    rows.push({ depth: depth + 1, path, name: '', kind: 'more', value, text, comma: false });
  }
  rows.push({ depth, path, name: '', kind: 'end', value, text: closing, comma });
}

function membersOf(value: unknown): (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  if (Array.isArray(value)) return value.map((member, index) => [String(index), member as unknown] as const);
  return Object.entries(value);
}

function memberPath(path: string, name: string, parent: unknown): string {
  if (Array.isArray(parent)) return `${path}[${name}]`;
  return /^[A-Za-z_][\w-]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

export function leafText(value: unknown): string {
  return value instanceof ExactNumber ? value.source : JSON.stringify(value);
}
