/** `@data`: the rows that a request is executed for. */
import { parseJson } from '../../evaluation/values/json.js';
import { RequestFailure } from '../../http/message/message.js';
import { parseCsv } from '../../primitives/csv.js';
import type { FileAccess } from './run-input.js';
import { isPlainObject } from '../../primitives/plain-object.js';

export type DataRow = Readonly<Record<string, unknown>>;

const MAX_ROW_COUNT = 10_000;

/** Throws RequestFailure('file') for a file that cannot be read or understood. */
export async function loadRows(
  path: string,
  directory: string,
  readFile: FileAccess['readFile'],
): Promise<readonly DataRow[]> {
  const bytes = await readFile(path, directory);
  const bad = (reason: string): RequestFailure => new RequestFailure('file', `@data ${path}: ${reason}`);
  const text = decode(bytes, bad);
  const rows = /\.json$/i.test(path) ? jsonRows(text, bad) : csvRows(text, bad);
  if (rows.length > MAX_ROW_COUNT) throw bad(`more than ${MAX_ROW_COUNT} rows`);
  return rows;
}

/** The rows or elements that a request runs with and their numbers, from 1; `wanted` is undefined for all of them. */
export function chooseRows<Row>(
  rows: readonly Row[],
  wanted: ReadonlySet<number> | undefined,
): readonly (readonly [number: number, row: Row])[] {
  const numbered = rows.map((row, index) => [index + 1, row] as const);
  return wanted === undefined ? numbered : numbered.filter(([number]) => wanted.has(number));
}

type Bad = (reason: string) => RequestFailure;

function decode(bytes: Uint8Array, bad: Bad): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bad('the file is not valid UTF-8');
  }
}

function csvRows(text: string, bad: Bad): DataRow[] {
  const parsed = parseCsv(text);
  if (!parsed.ok) throw bad(`line ${parsed.line}: ${parsed.reason}`);
  const [head, ...records] = parsed.records;
  if (!head) return [];
  const columns = head.fields;
  const repeated = columns.find((column, index) => columns.indexOf(column) < index);
  if (repeated !== undefined) throw bad(`the column "${repeated}" is named twice`);
  return records.map(({ line, fields }) => {
    if (fields.length !== columns.length) {
      throw bad(`line ${line}: ${fields.length} fields where the first line names ${columns.length}`);
    }
    return Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? '']));
  });
}

function jsonRows(text: string, bad: Bad): DataRow[] {
  const value = readJson(text, bad);
  if (!Array.isArray(value)) throw bad('expected an array of objects');
  return value.map((row: unknown, index) => {
    if (isPlainObject(row)) return row;
    throw bad(`entry ${index + 1} is no object`);
  });
}

function readJson(text: string, bad: Bad): unknown {
  try {
    return parseJson(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw bad(`not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
