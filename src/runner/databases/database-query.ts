/** One question to a database and its answer. */
export interface QueryLimits {
  readonly signal: AbortSignal;
  readonly milliseconds: number;
}

export type QueryResult =
  | {
      readonly ok: true;
      readonly rows: number;
      /** First row; empty without one. */ readonly first: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly reason: string };

export interface DatabaseClient {
  /** How the n-th parameter is written, from 1. */
  readonly mark: (position: number) => string;
  /** Throws StepFailure when the database cannot be asked at all. */
  readonly query: (sql: string, parameters: readonly unknown[], limits: QueryLimits) => Promise<QueryResult>;
}
