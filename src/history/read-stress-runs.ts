import { inflateSync } from 'node:zlib';
import type { Connection } from './store/connection.js';
import type { Row } from './store/database.js';
import { pageOf, type Page, type PageRequest } from './persisted-run.js';
import { hasStressRuns } from './stress-runs.js';

/** A stored load test in a list; the names and the order of the fields are part of the API. */
export interface StressRunSummary {
  readonly id: number;
  readonly label: string;
  readonly files: readonly string[];
  readonly environment: string;
  readonly mode: string;
  readonly rate: number;
  readonly vus: number;
  /** Seconds. */
  readonly duration: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly totalRequests: number;
  readonly errorCount: number;
  readonly avgRps: number;
  readonly p95Ms: number;
  readonly valid: boolean;
  readonly thresholdsPassed: boolean;
  readonly stopped: boolean;
  readonly workers: number;
  readonly workspace: string;
}

export interface StressRunPage extends Page {
  readonly runs: readonly StressRunSummary[];
}

export interface StressPageRequest extends PageRequest {
  /** Only tests of this name. */
  readonly label?: string | undefined;
}

export interface StressDetailRequest {
  readonly id: number;
  readonly histogram?: boolean | undefined;
}

export function listStressRuns(connection: Connection, request: StressPageRequest): StressRunPage {
  const { limit, offset } = pageOf(request);
  if (!hasStressRuns(connection)) return { runs: [], total: 0, limit, offset };
  const filter = [request.workspace ?? null, request.label ?? null];
  const rows = connection.statement(LIST).all(...filter, limit, offset);
  const total = Number(connection.statement(COUNT).get(...filter)?.['total']);
  return { runs: rows.map(summaryOf), total, limit, offset };
}

/** Returns a line of JSON; the stored texts are JSON and need not be parsed. */
export function stressRunDetail(
  connection: Connection,
  { id, histogram = false }: StressDetailRequest,
): string | undefined {
  if (!hasStressRuns(connection)) return undefined;
  const row = connection.statement('SELECT * FROM stress_runs WHERE id = ?').get(id);
  if (row === undefined) return undefined;
  const text = (column: string): string => String(row[column]);
  const members = [
    `"id":${id}`,
    `"label":${JSON.stringify(text('label'))}`,
    `"files":${text('files')}`,
    `"environment":${JSON.stringify(text('environment'))}`,
    `"options":${text('options')}`,
    `"result":${text('result').slice(0, -1)},"stressId":${id}}`,
    ...(histogram ? [`"histogram":${inflated(row)}`] : []),
  ];
  return `{${members.join(',')}}\n`;
}

function inflated({ histogram }: Row): string {
  return histogram instanceof Uint8Array ? inflateSync(histogram).toString('utf8') : 'null';
}

function summaryOf(row: Row): StressRunSummary {
  const text = (column: string): string => String(row[column] ?? '');
  const number = (column: string): number => Number(row[column] ?? 0);
  const time = (column: string): string => new Date(number(column)).toISOString();
  return {
    id: number('id'),
    label: text('label'),
    files: JSON.parse(text('files')) as readonly string[],
    environment: text('environment'),
    mode: text('mode'),
    rate: number('rate'),
    vus: number('vus'),
    duration: number('duration'),
    startedAt: time('started_at'),
    finishedAt: time('finished_at'),
    totalRequests: number('total_requests'),
    errorCount: number('error_count'),
    avgRps: number('avg_rps'),
    p95Ms: number('p95'),
    valid: number('valid') !== 0,
    thresholdsPassed: number('missed') === 0,
    stopped: number('stopped') !== 0,
    workers: number('workers'),
    workspace: text('workspace'),
  };
}

const WHERE = 'WHERE (?1 IS NULL OR workspace = ?1) AND (?2 IS NULL OR label = ?2)';
const COUNT = `SELECT count(*) AS total FROM stress_runs ${WHERE}`;
const LIST = `
  SELECT id, label, files, environment, started_at, finished_at, workspace,
    result ->> '$.mode' AS mode,
    coalesce(options ->> '$.rate', 0) AS rate,
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
