/**
 * SQLite runs in a process of its own: a query that takes too long can only be stopped from outside.
 * The database is read only, cannot reach other files, and cannot load code.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { offAbort, onAbort } from '../http/abort.js';
import type { QueryAnswer, QueryLimits } from './database-query.js';
import { StepFailure } from './step-failure.js';

const PROGRAM = `
const { DatabaseSync } = require(process.argv[1]);
process.on('message', ({ file, sql, parameters }) => {
  let database;
  try {
    database = new DatabaseSync(file, { readOnly: true, readBigInts: true, timeout: 5000, limits: { attach: 0 } });
    database.exec('PRAGMA trusted_schema = OFF');
    let rows = 0;
    let first;
    for (const row of database.prepare(sql).iterate(...parameters)) if (rows++ === 0) first = { ...row };
    process.send({ ok: true, rows, first });
  } catch (error) {
    process.send({ ok: false, reason: String(error.message) });
  } finally {
    if (database && database.isOpen) database.close();
  }
});
`;

type Reply =
  | { readonly ok: true; readonly rows: number; readonly first?: Record<string, unknown> }
  | { readonly ok: false; readonly reason: string };

export class SqliteProcess {
  #child: ChildProcess | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** One at a time. */
  query(
    file: string,
    sql: string,
    parameters: readonly unknown[],
    limits: QueryLimits,
  ): Promise<QueryAnswer> {
    const turn = this.#turn.then(() =>
      this.#ask({ file, sql, parameters: parameters.map(bindable) }, limits),
    );
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #ask(message: object, { signal, milliseconds }: QueryLimits): Promise<QueryAnswer> {
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
      child.once('message', (reply: Reply) => {
        settle(() => resolve(reply.ok ? { ok: true, rows: reply.rows, first: reply.first ?? {} } : reply));
      });
      const fail = (): void => stop(new StepFailure('db', 'the database process ended unexpectedly'));
      child.once('error', fail);
      child.once('exit', fail);
      child.send(message, (error) => {
        if (error) fail();
      });
    });
  }
}

/** Nothing of our own environment is its business. */
function start(): ChildProcess {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  return fork(driver, [], { execArgv: ['-e', PROGRAM], serialization: 'advanced', env: {}, stdio: 'ignore' });
}

/** SQLite knows no booleans, lists and objects. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value;
}
