/** What all database servers share: packages that may be missing, and limits. */
import { connect, type Socket } from 'node:net';
import { offAbort, onAbort, StopController } from '../../primitives/stop-signal.js';
import { networkFailure } from '../../http/message/network-failure.js';
import { systemLookup } from '../../http/connect/system-resolve.js';
import { loadPackage, type LoadPackage } from '../../primitives/packages/load-package.js';
import type { QueryResult, QueryLimits } from './database-query.js';
import { StepFailure } from '../outcome/step-failure.js';

export const CONNECT_SECONDS = 10;

export function loadClient(name: string, load: LoadPackage): Promise<unknown> {
  return loadPackage(
    name,
    (packageName) =>
      new StepFailure(
        'db',
        `this database needs the package "${packageName}"; install it beside svc (npm install ${packageName})`,
      ),
    load,
  );
}

/** The progress of a query. */
export interface Stage {
  connected: boolean;
  /** Whether the caller has stopped waiting. */
  over: boolean;
  /** The server as messages name it. */
  server: string;
  /** Closes the connection at once, because the clients themselves would wait for the server. */
  release: () => void;
}

/** An SQL error is a result; a server that cannot be reached is a failure. */
export async function queryServer(
  limits: QueryLimits,
  work: (stage: Stage) => Promise<QueryResult>,
): Promise<QueryResult> {
  const stage: Stage = { connected: false, over: false, server: 'the server', release: () => undefined };
  const late = lateFailure(limits);
  const result = work(stage);
  try {
    return await Promise.race([result, late.promise]);
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    if (!stage.connected)
      throw new StepFailure('db', `cannot connect to the database: ${reasonOf(error, stage)}`);
    return { ok: false, reason: reasonOf(error, stage) };
  } finally {
    late.clear();
    result.catch(() => undefined);
    stage.over = true;
    stage.release();
  }
}

/** Opens the socket for a client, so that it can be closed at any time; connecting may still fail. */
export function dialServer(address: { host: string; port: number } | { path: string }, stage: Stage): Socket {
  if (stage.over) throw new StepFailure('cancelled', 'the query was cancelled');
  const names = new StopController();
  const lookup = 'path' in address ? undefined : systemLookup(address.host, names);
  const socket = connect({ ...address, ...(lookup && { lookup }) });
  stage.server = 'path' in address ? 'the server' : `${address.host}:${address.port}`;
  stage.release = () => {
    names.abort(undefined);
    socket.destroy();
  };
  return socket;
}

function reasonOf(error: unknown, { server }: Stage): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof TypeError && /invalid url/i.test(error.message))
    return '@db is not a valid URL; characters such as / and # of a password are percent-encoded there';
  if (/CONNECT_TIMEOUT|^connect ETIMEDOUT$/.test(error.message))
    return `${server} did not respond within ${CONNECT_SECONDS} s`;
  const isNetworkError = 'syscall' in error || error instanceof AggregateError;
  return isNetworkError ? networkFailure(error, 'connect', server).message : error.message || error.name;
}

/** Waits a little longer than the server's own limit, whose message is more precise. */
function lateFailure({ signal, milliseconds }: QueryLimits): { promise: Promise<never>; clear: () => void } {
  let clear = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    const cancel = (): void => reject(new StepFailure('cancelled', 'the query was cancelled'));
    const timer = setTimeout(
      () => reject(new StepFailure('db', `the query took longer than ${milliseconds / 1000} s`)),
      milliseconds + 500,
    );
    onAbort(signal, cancel);
    clear = () => {
      clearTimeout(timer);
      offAbort(signal, cancel);
    };
    if (signal.aborted) cancel();
  });
  promise.catch(() => undefined);
  return { promise, clear };
}

/** Counts rows as they arrive and keeps only the first. */
export class RowCount {
  #rows = 0;
  #first: Readonly<Record<string, unknown>> = {};

  add(row: Readonly<Record<string, unknown>>): void {
    if (this.#rows++ === 0) this.#first = row;
  }

  toResult(
    read: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> = (row) => row,
  ): QueryResult {
    return { ok: true, rows: this.#rows, first: this.#rows === 0 ? {} : read(this.#first) };
  }
}

/** A double holds this many decimal digits exactly. */
const EXACT_DIGITS = 15;

/** A number where it is exact; otherwise a bigint, or for fractions the text, which compares as a number too. */
export function exactNumber(text: string): number | bigint | string {
  if (/^-?\d+$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  const digits = /^-?(\d+)\.(\d+)$/.exec(text);
  if (!digits) return text;
  const significant = `${digits[1]}${digits[2]}`.replace(/^0+/, '').replace(/0+$/, '');
  return significant.length <= EXACT_DIGITS ? Number(text) : text;
}
