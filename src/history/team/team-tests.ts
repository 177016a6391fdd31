/** Load tests of the team history. */
import { pageOf } from '../queries/persisted-run.js';
import {
  stressDetailLine,
  stressSummary,
  type StressDetailRequest,
  type StressPageRequest,
  type StressRunPage,
} from '../queries/stress-run.js';
import { numberOf } from '../store/database.js';
import type { RunSql } from './team-client.js';
import { indexed, storable } from './team-rows.js';

export async function listTests(
  run: RunSql,
  schema: string,
  request: StressPageRequest,
): Promise<StressRunPage> {
  const { limit, offset } = pageOf(request);
  const conditions: string[] = [];
  const filter: string[] = [];
  const require = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.push(`${column} = $${filter.push(value)}`);
  };
  require('workspace', request.workspace && indexed(request.workspace, 'workspace'));
  require('label', request.label === undefined ? undefined : storable(request.label));
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const place = filter.length + 1;
  const rows = await run(
    `select ${SUMMARY} from ${schema}.stress_runs ${where}
    order by started_at desc, id desc limit $${place} offset $${place + 1}`,
    ...filter,
    limit,
    String(offset),
  );
  const [count = {}] = await run(`select count(*) as total from ${schema}.stress_runs ${where}`, ...filter);
  return { runs: rows.map(stressSummary), total: numberOf(count, 'total'), limit, offset };
}

/** Returns a line of JSON. */
export async function testDetail(
  run: RunSql,
  schema: string,
  { id, workspace, histogram = false }: StressDetailRequest,
): Promise<string | undefined> {
  const filter = workspace === undefined ? [] : [indexed(workspace, 'workspace')];
  const where = workspace === undefined ? '' : 'and workspace = $2';
  const [row] = await run(
    `select label, files::text, environment, options::text, result::text, histogram
    from ${schema}.stress_runs where id = $1 ${where}`,
    String(id),
    ...filter,
  );
  return row && stressDetailLine(row, id, histogram);
}

const milliseconds = (column: string): string =>
  `(extract(epoch from ${column}) * 1000)::bigint as ${column}`;
const SUMMARY = `
  id, label, files::text, environment, workspace, actor, host, git_commit, git_branch, ci_url,
  ${milliseconds('started_at')}, ${milliseconds('finished_at')},
  result ->> 'mode' as mode,
  coalesce(nullif(result -> 'find' ->> 'rate', '0'), result -> 'find' -> 'steps' -> -1 ->> 'rate',
    options ->> 'rate', '0') as rate,
  coalesce(options ->> 'vus', '0') as vus,
  result ->> 'duration' as duration,
  result ->> 'totalRequests' as total_requests,
  result ->> 'errorCount' as error_count,
  result ->> 'avgRps' as avg_rps,
  result #>> '{latency,p95}' as p95,
  (result #>> '{validity,valid}' = 'true')::int as valid,
  (result ->> 'stopped' = 'true')::int as stopped,
  case when json_typeof(result -> 'workers') = 'array' then json_array_length(result -> 'workers') else 0 end
    as workers,
  case when json_typeof(result -> 'thresholds') = 'array' then (
    select count(*) from json_array_elements(result -> 'thresholds') as threshold
    where threshold ->> 'passed' = 'false'
  ) else 0 end as missed`;
