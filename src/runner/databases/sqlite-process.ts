/**
 * SQLite runs in a child process, since a query that takes too long can only be stopped from outside.
 * The database is read only, cannot reach other files, and cannot load code.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { offAbort, onAbort } from '../../primitives/stop-signal.js';
import { programFile } from '../../primitives/threads/program-file.js';
import type { QueryResult, QueryLimits } from './database-query.js';
import { StepFailure } from '../outcome/step-failure.js';

export interface SqliteQuery {
  readonly file: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class SqliteProcess {
  #child: ChildProcess | undefined;
  #lastQuery: Promise<unknown> = Promise.resolve();

  /** Runs one query at a time. */
  query(
    file: string,
    sql: string,
    parameters: readonly unknown[],
    limits: QueryLimits,
  ): Promise<QueryResult> {
    const result = this.#lastQuery.then(() =>
      this.#run({ file, sql, parameters: parameters.map(bindable) }, limits),
    );
    this.#lastQuery = result.catch(() => undefined);
    return result;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #run(query: SqliteQuery, { signal, milliseconds }: QueryLimits): Promise<QueryResult> {
    if (signal.aborted) return Promise.reject(new StepFailure('cancelled', 'the query was cancelled'));
    const child = (this.#child ??= start());
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        offAbort(signal, cancel);
        child.removeAllListeners();
        end();
      };
      const stop = (failure: StepFailure): void => {
        this.close();
        settle(() => reject(failure));
      };
      const cancel = (): void => stop(new StepFailure('cancelled', 'the query was cancelled'));
      const timer = setTimeout(
        () => stop(new StepFailure('db', `the query took longer than ${milliseconds / 1000} s`)),
        milliseconds,
      );
      onAbort(signal, cancel);
      child.once('message', (message: QueryResult) => settle(() => resolve(message)));
      const fail = (): void => stop(new StepFailure('db', 'the database process ended unexpectedly'));
      child.once('error', fail);
      child.once('exit', fail);
      child.send(query, (error) => {
        if (error) fail();
      });
    });
  }
}

/** The child process gets no environment variables, as it needs none. */
function start(): ChildProcess {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const program = fileURLToPath(programFile('sqlite-child.js'));
  return fork(program, [driver], { execArgv: [], serialization: 'advanced', env: {}, stdio: 'ignore' });
}

/** SQLite has no booleans. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value;
}
