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

/** Returns the id of the run; one that is there already, because it was handed in before, keeps its own. */
export async function insertRun(run: RunSql, schema: string, { uid, ...input }: TeamRun): Promise<number> {
  const [, source, file, environment, startedAt, finishedAt, ...counts] = input.rows.runs;
  const values: SqlParameter[] = [
    uid,
    indexed(input.workspace, 'workspace'),
    String(source),
    indexed(String(file), 'filePath'),
    storable(String(environment)),
    String(startedAt),
    String(finishedAt),
    ...counts.map(String),
    ...factValues(input.facts, RUN_FACTS),
  ];
  const [added] = await run(insertRunText(schema), ...values);
  if (added === undefined) return idOf(await run(`select id from ${schema}.runs where uid = $1`, uid));
  const id = numberOf(added, 'id');
  const resultIds = await insertResults(run, schema, id, input.rows.results);
  await insertAssertions(run, schema, resultIds, input.rows);
  return id;
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
  const width = RESULT_COLUMNS.length;
  const ids: number[] = [];
  for (const part of partsOf(results, width)) {
    const offset = ids.length;
    const columns = RESULT_COLUMNS.map((name, column) => {
      const values = columnOf(part, width, column);
      if (name === 'request_name')
        return arrayText(values.map((value) => indexed(String(value), 'requestName')));
      return columnText(values, RESULT_TYPES[column]);
    });
    const added = await run(insertResultsText(schema), runId, offset, ...columns);
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
  const owners: number[] = [];
  const positions: number[] = [];
  assertionCounts.forEach((count, index) => {
    for (let position = 0; position < count; position += 1) {
      owners.push(resultIds[index] ?? 0);
      positions.push(position);
    }
  });
  const width = ASSERTION_COLUMNS.length;
  let at = 0;
  for (const part of partsOf(assertions, width)) {
    const end = at + part.length / width;
    const columns = ASSERTION_COLUMNS.map((_, column) =>
      columnText(columnOf(part, width, column), ASSERTION_TYPES[column]),
    );
    const keys = [arrayText(owners.slice(at, end)), arrayText(positions.slice(at, end))];
    await run(insertAssertionsText(schema), ...keys, ...columns);
    at = end;
  }
}

function columnText(values: readonly SqlValue[], type: string | undefined): string {
  return type === 'bool' ? flagArrayText(values) : arrayText(values);
}

/** The rows of one statement are bounded, since all of them are one message; usual runs need one statement. */
const MAX_PART_CHARACTERS = 16 * 1024 * 1024;

function* partsOf(rows: readonly SqlValue[], width: number): Generator<readonly SqlValue[]> {
  let start = 0;
  let size = 0;
  for (let at = 0; at < rows.length; at += width) {
    for (let column = at; column < at + width; column += 1) {
      const value = rows[column];
      size += typeof value === 'string' ? value.length : 8;
    }
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
  const arrays = RESULT_TYPES.map((type, index) => `$${index + 3}::${type}[]`);
  const columns = RESULT_COLUMNS.join(', ');
  return `
    insert into ${schema}.results (run_id, position, ${columns})
    select $1::bigint, $2::int + place - 1, ${columns}
    from unnest(${arrays.join(', ')}) with ordinality as added (${columns}, place)
    order by place returning id, position`;
}

function insertAssertionsText(schema: string): string {
  const arrays = ASSERTION_TYPES.map((type, index) => `$${index + 3}::${type}[]`);
  const columns = ASSERTION_COLUMNS.join(', ');
  return `
    insert into ${schema}.assertions (result_id, position, ${columns})
    select result_id, position, ${columns}
    from unnest($1::bigint[], $2::int[], ${arrays.join(', ')}) with ordinality
      as added (result_id, position, ${columns}, place)
    order by place`;
}
