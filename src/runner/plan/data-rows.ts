/** `@data` (language 9.6): the rows a request is executed for. */
import { parseJson } from '../../evaluation/values/json.js';
import { RequestFailure } from '../../http/message/message.js';
import { parseCsv } from '../../primitives/csv.js';
import type { FileAccess } from './run-input.js';

export type DataRow = Readonly<Record<string, unknown>>;

const MOST_ROWS = 10_000;

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
  if (rows.length > MOST_ROWS) throw bad(`more than ${MOST_ROWS} rows`);
  return rows;
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
  const reading = parseCsv(text);
  if (!reading.ok) throw bad(`line ${reading.line}: ${reading.reason}`);
  const [head, ...records] = reading.records;
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
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as DataRow;
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
