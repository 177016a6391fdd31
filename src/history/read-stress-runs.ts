import { pageOf } from './queries/persisted-run.js';
import {
  stressDetailLine,
  stressSummary,
  type StressDetailRequest,
  type StressPageRequest,
  type StressRunPage,
} from './queries/stress-run.js';
import type { Connection } from './store/connection.js';
import { hasStressRuns } from './stress-runs.js';

export function listStressRuns(connection: Connection, request: StressPageRequest): StressRunPage {
  const { limit, offset } = pageOf(request);
  if (!hasStressRuns(connection)) return { runs: [], total: 0, limit, offset };
  const filter = [request.workspace ?? null, request.label ?? null];
  const rows = connection.statement(LIST).all(...filter, limit, offset);
  const total = Number(connection.statement(COUNT).get(...filter)?.['total']);
  return { runs: rows.map(stressSummary), total, limit, offset };
}

/** Returns a line of JSON. */
export function stressRunDetail(
  connection: Connection,
  { id, workspace, histogram = false }: StressDetailRequest,
): string | undefined {
  if (!hasStressRuns(connection)) return undefined;
  const row = connection.statement(DETAIL).get(id, workspace ?? null);
  return row && stressDetailLine(row, id, histogram);
}

const DETAIL = 'SELECT * FROM stress_runs WHERE id = ?1 AND (?2 IS NULL OR workspace = ?2)';
const WHERE = 'WHERE (?1 IS NULL OR workspace = ?1) AND (?2 IS NULL OR label = ?2)';
const COUNT = `SELECT count(*) AS total FROM stress_runs ${WHERE}`;
const LIST = `
  SELECT id, label, files, environment, started_at, finished_at, workspace,
    result ->> '$.mode' AS mode,
    coalesce(nullif(result ->> '$.find.rate', 0), result ->> '$.find.steps[#-1].rate',
      options ->> '$.rate', 0) AS rate,
    coalesce(options ->> '$.vus', 0) AS vus,
    result ->> '$.duration' AS duration,
    result ->> '$.totalRequests' AS total_requests,
    result ->> '$.errorCount' AS error_count,
    result ->> '$.avgRps' AS avg_rps,
    result ->> '$.latency.p95' AS p95,
    result ->> '$.validity.valid' AS valid,
    result ->> '$.stopped' AS stopped,
    coalesce(json_array_length(result, '$.workers'), 0) AS workers,
    (SELECT count(*) FROM json_each(result, '$.thresholds') WHERE value ->> '$.passed' = 0) AS missed
  FROM stress_runs ${WHERE} ORDER BY started_at DESC, id DESC LIMIT ?3 OFFSET ?4`;
