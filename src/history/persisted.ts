/** What the store gives back, as the service shows it: field names and their order are the specification's. */

export interface PersistedRun {
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
  /** Root directory the run belongs to. */
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

export interface PersistedNamedResult extends PersistedResult {
  readonly runId: number;
  readonly skipped: boolean;
  readonly error: string | null;
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
}

export interface PageRequest {
  /** 20 unless told; more than 100 is 100. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  /** Only runs of this root; all when left out. */
  readonly workspace?: string | undefined;
}

export interface NamedResultsRequest extends PageRequest {
  readonly requestName: string;
  readonly filePath: string;
}

export interface RunPage {
  readonly runs: readonly PersistedRun[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}

export interface NamedResultPage {
  readonly results: readonly PersistedNamedResult[];
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
}
