/** Load tests: as they are stored, and as clients see them. */
import { inflateSync } from 'node:zlib';
import type { Row } from '../store/database.js';
import { STRESS_FACTS, writerFacts, type Page, type PageRequest, type WriterFacts } from './persisted-run.js';

/** A load test as it is stored; everything is redacted. */
export interface StressRow {
  /** Names the test beyond this store. */
  readonly uid: string;
  readonly workspace: string;
  readonly source: 'server' | 'cli';
  /** Empty when the test has none. */
  readonly label: string;
  readonly environment: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly finishedAt: number;
  /** A JSON array of paths. */
  readonly files: string;
  /** A JSON object. */
  readonly options: string;
  /** A JSON object without the number of the test. */
  readonly result: string;
  /** All buckets as JSON, deflated. */
  readonly histogram: Uint8Array;
}

/** A stored load test in a list; the names and the order of the fields are part of the API. */
export interface StressRunSummary extends Omit<Partial<WriterFacts>, 'shard'> {
  readonly id: number;
  readonly label: string;
  readonly files: readonly string[];
  readonly environment: string;
  readonly mode: string;
  /** Of a search: the rate of the result, which is the one that was found, or else the last one tried. */
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
  /** Only a test of this workspace. */
  readonly workspace?: string | undefined;
  readonly histogram?: boolean | undefined;
}

/** Returns a line of JSON; the stored texts are JSON and need not be parsed. */
export function stressDetailLine(row: Row, id: number, withHistogram: boolean): string {
  const text = (column: string): string => String(row[column]);
  const members = [
    `"id":${id}`,
    `"label":${JSON.stringify(text('label'))}`,
    `"files":${text('files')}`,
    `"environment":${JSON.stringify(text('environment'))}`,
    `"options":${text('options')}`,
    `"result":${text('result').slice(0, -1)},"stressId":${id}}`,
    ...(withHistogram ? [`"histogram":${inflated(row)}`] : []),
  ];
  return `{${members.join(',')}}\n`;
}

function inflated({ histogram }: Row): string {
  return histogram instanceof Uint8Array ? inflateSync(histogram).toString('utf8') : 'null';
}

export function stressSummary(row: Row): StressRunSummary {
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
    ...writerFacts(row, STRESS_FACTS),
  };
}
