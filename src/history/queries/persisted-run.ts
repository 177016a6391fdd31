/** Stored runs as clients see them; the names and the order of the fields are part of the API. */
import { textOf, type Row } from '../store/database.js';

/** Who made a run, where and of which sources; only a team history has them, and empty texts for what is unknown. */
export interface WriterFacts {
  readonly actor: string;
  readonly host: string;
  readonly gitCommit: string;
  readonly gitBranch: string;
  readonly ciUrl: string;
  /** `2/4` for the second of four shards. */
  readonly shard: string;
}

/** Load tests are not cut into shards. */
export const STRESS_FACTS = [
  ['actor', 'actor'],
  ['host', 'host'],
  ['gitCommit', 'git_commit'],
  ['gitBranch', 'git_branch'],
  ['ciUrl', 'ci_url'],
] as const;

/** The fields and their columns. */
export const RUN_FACTS = [...STRESS_FACTS, ['shard', 'shard']] as const;

/** Returns nothing for a row of a store without these columns. */
export function writerFacts(
  row: Row,
  facts: readonly (readonly [field: keyof WriterFacts, column: string])[],
): Partial<WriterFacts> {
  if (!('actor' in row)) return {};
  return Object.fromEntries(facts.map(([field, column]) => [field, textOf(row, column)]));
}

export interface PersistedRun extends Partial<WriterFacts> {
  readonly id: number;
  readonly filePath: string;
  readonly environment: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly total: number;
  /** The root directory of the workspace in which the file was run; in a team history its name. */
  readonly workspace: string;
}

export interface PersistedRunDetail extends PersistedRun {
  readonly results: readonly PersistedRunResult[];
}

export interface PersistedResult {
  readonly id: number;
  readonly requestName: string;
  readonly method: string;
  readonly url: string;
  readonly statusCode: number;
  readonly durationMs: number;
  readonly passed: boolean;
  readonly description: string;
  readonly bodyPreview: string;
  readonly assertions: readonly PersistedAssertion[];
}

export interface PersistedRunResult extends PersistedResult {
  readonly skipped: boolean;
  readonly error: string | null;
}

/** The newest run of a file, with the reasons of skipped requests, which clients of the server do not get. */
export interface LastRun extends PersistedRunDetail {
  readonly results: readonly (PersistedRunResult & { readonly skipReason: string })[];
}

export interface PersistedNamedResult extends PersistedRunResult {
  readonly runId: number;
  readonly filePath: string;
  readonly environment: string;
  readonly runStartedAt: string;
}

export interface PersistedAssertion {
  readonly id: number;
  readonly operator: string;
  readonly subject: string;
  readonly expected: string;
  readonly actual: string;
  readonly passed: boolean;
  /** Its condition was not met, so that it was not checked. */
  readonly skipped?: true;
}

export interface PageRequest {
  /** The default is 20 and the maximum 100. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Restricts the page to runs of this root directory. */
  readonly workspace?: string | undefined;
}

export interface NamedResultsRequest extends PageRequest {
  readonly requestName: string;
  readonly filePath: string;
}

/** Results that passed, by their run; times in milliseconds since 1970, both ends excluded. */
export interface DurationsRequest {
  readonly workspace: string;
  readonly filePath: string;
  readonly requestName: string;
  readonly environment: string;
  readonly after: number;
  readonly before: number;
  readonly limit: number;
}

export interface Page {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export interface RunPage extends Page {
  readonly runs: readonly PersistedRun[];
}

export interface NamedResultPage extends Page {
  readonly results: readonly PersistedNamedResult[];
}

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

export function pageOf({ limit = DEFAULT_PAGE_SIZE, offset = 0 }: PageRequest): {
  readonly limit: number;
  readonly offset: number;
} {
  // SQLite has no larger integers and refuses other numbers.
  return { limit: Math.min(limit, MAX_PAGE_SIZE), offset: Math.min(offset, Number.MAX_SAFE_INTEGER) };
}
