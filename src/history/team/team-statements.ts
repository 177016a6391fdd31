/** The statements that insert runs and load tests. */
import { RUN_FACTS, STRESS_FACTS } from '../queries/persisted-run.js';
import { ASSERTION_COLUMNS, RESULT_COLUMNS } from '../store/run-rows.js';
import { literal } from './team-rows.js';

export const RESULT_TYPES = 'text text text int bigint bool bool text text text text'.split(' ');
export const ASSERTION_TYPES = 'text text text text bool text'.split(' ');

/** Milliseconds since 1970 as a time. */
const time = (parameter: string): string => `to_timestamp(${parameter}::double precision / 1000)`;
const parameters = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `$${from + index}`);

const wholeTexts = new Map<string, readonly string[]>();

/** The statement without its values: texts in turn with the numbers of the values between them. */
function wholeParts(schema: string): readonly string[] {
  const parts = wholeTexts.get(schema) ?? buildWholeText(schema).split(/\$(\d+)/);
  wholeTexts.set(schema, parts);
  return parts;
}

/** A statement that inserts a whole run, with all its values in it. */
export function insertWholeText(schema: string, values: readonly string[]): string {
  const parts = wholeParts(schema);
  return parts.map((part, at) => (at % 2 === 0 ? part : literal(values[Number(part) - 1] ?? ''))).join('');
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
      from unnest(${checks}) as given (owner, position, ${checkNames})
      join added on added.position = given.owner
    )
    select id from run`;
}

function arrays(from: number, types: readonly string[]): string {
  return types.map((type, index) => `$${from + index}::${type}[]`).join(', ');
}

/** Those of the columns before the counts, the counts, and what the writer says of itself. */
const RUN_VALUES = 7 + 5 + RUN_FACTS.length;

export function insertRunText(schema: string): string {
  const facts = RUN_FACTS.map(([, column]) => column);
  return `
    insert into ${schema}.runs (
      uid, workspace, source, file_path, environment, started_at, finished_at,
      duration_ms, passed, failed, skipped, total, ${facts.join(', ')}
    ) values ($1, $2, $3, $4, $5, ${time('$6')}, ${time('$7')}, ${parameters(8, 5 + facts.length).join(', ')})
    on conflict (uid) do nothing returning id`;
}

/** The package would write parameters of the type json as JSON, which these texts are already. */
export function insertTestText(schema: string): string {
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

export function insertResultsText(schema: string): string {
  const columns = RESULT_COLUMNS.join(', ');
  return `
    insert into ${schema}.results (run_id, position, ${columns})
    select $1::bigint, $2::int + place - 1, ${columns}
    from unnest(${arrays(3, RESULT_TYPES)}) with ordinality as added (${columns}, place)
    order by place returning id, position`;
}

export function insertAssertionsText(schema: string): string {
  const columns = ASSERTION_COLUMNS.join(', ');
  return `
    insert into ${schema}.assertions (result_id, position, ${columns})
    select result_id, position, ${columns}
    from unnest($1::bigint[], $2::int[], ${arrays(3, ASSERTION_TYPES)}) with ordinality
      as added (result_id, position, ${columns}, place)
    order by place`;
}
