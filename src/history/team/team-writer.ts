/** Writes runs and load tests, each of them whole or not at all. */
import { numberOf, type SqlValue } from '../store/database.js';
import { ASSERTION_COLUMNS, RESULT_COLUMNS } from '../store/run-rows.js';
import { RUN_FACTS, STRESS_FACTS } from '../queries/persisted-run.js';
import type { RunSql, TeamClient } from './team-client.js';
import type { SqlParameter } from './team-session.js';
import {
  arrayText,
  columnOf,
  flagArrayText,
  indexed,
  storable,
  type TeamRun,
  type TeamTest,
} from './team-rows.js';
import {
  ASSERTION_TYPES,
  insertAssertionsText,
  insertResultsText,
  insertRunText,
  insertTestText,
  insertWholeText,
  RESULT_TYPES,
} from './team-statements.js';

/**
 * Returns the id of the run; one that is there already, because it was handed in before, keeps its own. Usual runs are
 * one message with one statement of three inserts, because each message takes as long as many rows.
 */
export async function insertRun(client: TeamClient, schema: string, input: TeamRun): Promise<number> {
  const { uid, rows } = input;
  const values = runValues(input);
  if (sizeOf(rows.results) + sizeOf(rows.assertions) >= MAX_PART_CHARACTERS) {
    return client.transaction('write', (run) => insertLargeRun(run, schema, input, values));
  }
  const all = [...values, ...resultArrays(rows.results), ...checkArrays(rows)];
  const [added] = await client.write(insertWholeText(schema, all));
  if (added !== undefined) return numberOf(added, 'id');
  return client.transaction('read', (run) => storedId(run, `${schema}.runs`, uid));
}

async function insertLargeRun(
  run: RunSql,
  schema: string,
  { uid, rows }: TeamRun,
  values: readonly string[],
): Promise<number> {
  const [added] = await run(insertRunText(schema), ...values);
  if (added === undefined) return storedId(run, `${schema}.runs`, uid);
  const id = numberOf(added, 'id');
  const resultIds = await insertResults(run, schema, id, rows.results);
  await insertAssertions(run, schema, resultIds, rows);
  return id;
}

function runValues({ uid, workspace, facts, rows }: TeamRun): readonly string[] {
  const [, source, file, environment, startedAt, finishedAt, ...counts] = rows.runs;
  return [
    uid,
    indexed(workspace, 'workspace'),
    String(source),
    indexed(String(file), 'filePath'),
    storable(String(environment)),
    String(startedAt),
    String(finishedAt),
    ...counts.map(String),
    ...factValues(facts, RUN_FACTS),
  ];
}

function resultArrays(results: readonly SqlValue[]): readonly string[] {
  const width = RESULT_COLUMNS.length;
  return RESULT_COLUMNS.map((name, column) => {
    const values = columnOf(results, width, column);
    if (name === 'request_name') {
      return arrayText(values.map((value) => indexed(String(value), 'requestName')));
    }
    return columnText(values, RESULT_TYPES[column]);
  });
}

/** The place of the result of each assertion, its own place, and its columns. */
function checkArrays({ assertionCounts, assertions }: TeamRun['rows']): readonly string[] {
  const { owners, positions } = placesOf(assertionCounts);
  return [arrayText(owners), arrayText(positions), ...checkColumns(assertions)];
}

function checkColumns(assertions: readonly SqlValue[]): readonly string[] {
  const width = ASSERTION_COLUMNS.length;
  return ASSERTION_COLUMNS.map((_, column) =>
    columnText(columnOf(assertions, width, column), ASSERTION_TYPES[column]),
  );
}

function placesOf(counts: readonly number[]): { readonly owners: number[]; readonly positions: number[] } {
  const owners: number[] = [];
  const positions: number[] = [];
  counts.forEach((count, owner) => {
    for (let position = 0; position < count; position += 1) {
      owners.push(owner);
      positions.push(position);
    }
  });
  return { owners, positions };
}

export function insertTest(client: TeamClient, schema: string, input: TeamTest): Promise<number> {
  return client.transaction('write', (run) => insertTestRow(run, schema, input));
}

async function insertTestRow(run: RunSql, schema: string, input: TeamTest): Promise<number> {
  const { row } = input;
  const values: SqlParameter[] = [
    row.uid,
    indexed(input.workspace, 'workspace'),
    row.source,
    storable(row.label),
    jsonText(row.files),
    storable(row.environment),
    String(row.startedAt),
    String(row.finishedAt),
    jsonText(row.options),
    jsonText(row.result),
    row.histogram,
    ...factValues(input.facts, STRESS_FACTS),
  ];
  const [added] = await run(insertTestText(schema), ...values);
  if (added !== undefined) return numberOf(added, 'id');
  return storedId(run, `${schema}.stress_runs`, row.uid);
}

/** The escaped form of a NUL in JSON could not become text again. */
function jsonText(json: string): string {
  return storable(json).replaceAll(/((?:^|[^\\])(?:\\\\)*)\\u0000/g, '$1\\ufffd');
}

function factValues(
  facts: TeamRun['facts'],
  columns: typeof RUN_FACTS | typeof STRESS_FACTS,
): readonly string[] {
  return columns.map(([field]) =>
    field === 'gitBranch' ? indexed(facts[field], 'branch') : storable(facts[field]),
  );
}

async function storedId(run: RunSql, table: string, uid: string): Promise<number> {
  const [row] = await run(`select id from ${table} where uid = $1`, uid);
  return row === undefined ? 0 : numberOf(row, 'id');
}

/** Returns the ids in the order of the results. */
async function insertResults(
  run: RunSql,
  schema: string,
  runId: number,
  results: readonly SqlValue[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const part of partsOf(results, RESULT_COLUMNS.length)) {
    const added = await run(insertResultsText(schema), runId, ids.length, ...resultArrays(part));
    for (const row of added) ids[numberOf(row, 'position')] = numberOf(row, 'id');
  }
  return ids;
}

async function insertAssertions(
  run: RunSql,
  schema: string,
  resultIds: readonly number[],
  { assertionCounts, assertions }: TeamRun['rows'],
): Promise<void> {
  const { owners, positions } = placesOf(assertionCounts);
  let at = 0;
  for (const part of partsOf(assertions, ASSERTION_COLUMNS.length)) {
    const end = at + part.length / ASSERTION_COLUMNS.length;
    const ids = owners.slice(at, end).map((owner) => resultIds[owner] ?? 0);
    const keys = [arrayText(ids), arrayText(positions.slice(at, end))];
    await run(insertAssertionsText(schema), ...keys, ...checkColumns(part));
    at = end;
  }
}

function columnText(values: readonly SqlValue[], type: string | undefined): string {
  return type === 'bool' ? flagArrayText(values) : arrayText(values);
}

/** The rows of one statement are bounded, since all of them are one message; usual runs need one statement. */
const MAX_PART_CHARACTERS = 16 * 1024 * 1024;

function sizeOf(values: readonly SqlValue[]): number {
  let size = 0;
  for (const value of values) size += typeof value === 'string' ? value.length : 8;
  return size;
}

function* partsOf(rows: readonly SqlValue[], width: number): Generator<readonly SqlValue[]> {
  let start = 0;
  let size = 0;
  for (let at = 0; at < rows.length; at += width) {
    size += sizeOf(rows.slice(at, at + width));
    if (size < MAX_PART_CHARACTERS) continue;
    yield rows.slice(start, at + width);
    start = at + width;
    size = 0;
  }
  if (start < rows.length) yield rows.slice(start);
}
