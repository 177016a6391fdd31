/** Writes runs and load tests, each in one transaction. */
import { numberOf, type SqlValue } from '../store/database.js';
import { ASSERTION_COLUMNS, RESULT_COLUMNS } from '../store/run-rows.js';
import { RUN_FACTS, STRESS_FACTS } from '../queries/persisted-run.js';
import type { RunSql, SqlParameter } from './team-client.js';
import {
  arrayText,
  columnOf,
  flagArrayText,
  indexed,
  storable,
  type TeamRun,
  type TeamTest,
} from './team-rows.js';

/**
 * Returns the id of the run; one that is there already, because it was handed in before, keeps its own. Usual runs are
 * one statement with three inserts, because each message to the server takes as long as many rows.
 */
export async function insertRun(run: RunSql, schema: string, input: TeamRun): Promise<number> {
  const { uid, rows } = input;
  const isSmall = sizeOf(rows.results) + sizeOf(rows.assertions) < MAX_PART_CHARACTERS;
  const values = runValues(input);
  const [added] = isSmall
    ? await run(insertWholeText(schema), ...values, ...resultArrays(rows.results), ...checkArrays(rows))
    : await run(insertRunText(schema), ...values);
  if (added === undefined) return idOf(await run(`select id from ${schema}.runs where uid = $1`, uid));
  const id = numberOf(added, 'id');
  if (!isSmall) {
    const resultIds = await insertResults(run, schema, id, rows.results);
    await insertAssertions(run, schema, resultIds, rows);
  }
  return id;
}

function runValues({ uid, workspace, facts, rows }: TeamRun): readonly SqlParameter[] {
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

export async function insertTest(run: RunSql, schema: string, input: TeamTest): Promise<number> {
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
  return idOf(await run(`select id from ${schema}.stress_runs where uid = $1`, row.uid));
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

function idOf(rows: readonly Parameters<typeof numberOf>[0][]): number {
  return rows[0] === undefined ? 0 : numberOf(rows[0], 'id');
}

const RESULT_TYPES = 'text text text int bigint bool bool text text text text'.split(' ');
const ASSERTION_TYPES = 'text text text text bool text'.split(' ');

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

/** Milliseconds since 1970 as a time. */
const time = (parameter: string): string => `to_timestamp(${parameter}::double precision / 1000)`;
const parameters = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `$${from + index}`);

const wholeTexts = new Map<string, string>();

function insertWholeText(schema: string): string {
  const text = wholeTexts.get(schema) ?? buildWholeText(schema);
  wholeTexts.set(schema, text);
  return text;
}

/** The results take the id of the run, and the assertions those of their results, from what was just inserted. */
function buildWholeText(schema: string): string {
  const first = RUN_VALUES + 1;
  const results = arrays(first, RESULT_TYPES);
  const checks = arrays(first + RESULT_TYPES.length, ['int', 'int', ...ASSERTION_TYPES]);
  const [resultColumns, checkNames] = [RESULT_COLUMNS.join(', '), ASSERTION_COLUMNS.join(', ')];
  return `
    with run as (${insertRunText(schema)}),
    added as (
      insert into ${schema}.results (run_id, position, ${resultColumns})
      select run.id, place - 1, ${resultColumns}
      from run, unnest(${results}) with ordinality as given (${resultColumns}, place)
      order by place returning id, position
    ),
    checked as (
      insert into ${schema}.assertions (result_id, position, ${checkNames})
      select added.id, given.position, ${checkNames}
      from unnest(${checks}) with ordinality as given (owner, position, ${checkNames}, place)
      join added on added.position = given.owner
      order by place
    )
    select id from run`;
}

function arrays(from: number, types: readonly string[]): string {
  return types.map((type, index) => `$${from + index}::${type}[]`).join(', ');
}

/** Those of the columns before the counts, the counts, and what the writer says of itself. */
const RUN_VALUES = 7 + 5 + RUN_FACTS.length;

function insertRunText(schema: string): string {
  const facts = RUN_FACTS.map(([, column]) => column);
  return `
    insert into ${schema}.runs (
      uid, workspace, source, file_path, environment, started_at, finished_at,
      duration_ms, passed, failed, skipped, total, ${facts.join(', ')}
    ) values ($1, $2, $3, $4, $5, ${time('$6')}, ${time('$7')}, ${parameters(8, 5 + facts.length).join(', ')})
    on conflict (uid) do nothing returning id`;
}

/** The package would write parameters of the type json as JSON, which these texts are already. */
function insertTestText(schema: string): string {
  const facts = STRESS_FACTS.map(([, column]) => column);
  return `
    insert into ${schema}.stress_runs (
      uid, workspace, source, label, files, environment, started_at, finished_at, options, result, histogram,
      ${facts.join(', ')}
    ) values (
      $1, $2, $3, $4, $5::text::json, $6, ${time('$7')}, ${time('$8')}, $9::text::json, $10::text::json,
      ${parameters(11, 1 + facts.length).join(', ')}
    )
    on conflict (uid) do nothing returning id`;
}

function insertResultsText(schema: string): string {
  const columns = RESULT_COLUMNS.join(', ');
  return `
    insert into ${schema}.results (run_id, position, ${columns})
    select $1::bigint, $2::int + place - 1, ${columns}
    from unnest(${arrays(3, RESULT_TYPES)}) with ordinality as added (${columns}, place)
    order by place returning id, position`;
}

function insertAssertionsText(schema: string): string {
  const columns = ASSERTION_COLUMNS.join(', ');
  return `
    insert into ${schema}.assertions (result_id, position, ${columns})
    select result_id, position, ${columns}
    from unnest($1::bigint[], $2::int[], ${arrays(3, ASSERTION_TYPES)}) with ordinality
      as added (result_id, position, ${columns}, place)
    order by place`;
}
