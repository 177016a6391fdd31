/** What all database servers have in common: packages that may be missing, and limits. */
import { connect, type Socket } from 'node:net';
import { offAbort, onAbort } from '../../http/message/abort.js';
import { networkFailure } from '../../http/message/network-failure.js';
import { Stop } from '../../http/message/stop-signal.js';
import { systemLookup } from '../../http/connect/system-resolve.js';
import type { QueryResult, QueryLimits } from './database-query.js';
import { StepFailure } from '../outcome/step-failure.js';

export type LoadPackage = (name: string) => Promise<unknown>;

export const CONNECT_SECONDS = 10;

/** The message names the package, not where it was looked for. */
export async function loadClient(name: string, load: LoadPackage): Promise<unknown> {
  try {
    return await load(name);
  } catch {
    const [packageName = name] = name.split('/');
    throw new StepFailure(
      'db',
      `this database needs the package "${packageName}"; install it beside svc (npm install ${packageName})`,
    );
  }
}

/** How far the work has come. */
export interface Stage {
  connected: boolean;
  /** Nobody waits for it any more. */
  over: boolean;
  /** Whom it talks to, for messages. */
  server: string;
  /** Lets go of the connection, whatever it is doing; the clients themselves would wait for the server. */
  release: () => void;
}

/** An SQL error is an answer; a server that cannot be reached is a failure. */
export async function askServer(
  limits: QueryLimits,
  work: (stage: Stage) => Promise<QueryResult>,
): Promise<QueryResult> {
  const stage: Stage = { connected: false, over: false, server: 'the server', release: () => undefined };
  const late = lateFailure(limits);
  const answer = work(stage);
  try {
    return await Promise.race([answer, late.promise]);
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    if (!stage.connected)
      throw new StepFailure('db', `cannot connect to the database: ${reasonOf(error, stage)}`);
    return { ok: false, reason: reasonOf(error, stage) };
  } finally {
    late.clear();
    answer.catch(() => undefined);
    stage.over = true;
    stage.release();
  }
}

/** For clients that take a connection made by others; it may still fail. */
export function dialServer(address: { host: string; port: number } | { path: string }, stage: Stage): Socket {
  if (stage.over) throw new StepFailure('cancelled', 'the query was cancelled');
  const names = new Stop();
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
    return `${server} did not answer within ${CONNECT_SECONDS} s`;
  const isOfTheNetwork = 'syscall' in error || error instanceof AggregateError;
  return isOfTheNetwork ? networkFailure(error, 'connect', server).message : error.message || error.name;
}

/** A little more than the server's own limit, whose message says more. */
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

/** Rows are counted as they come; only the first is kept. */
export class RowCount {
  #rows = 0;
  #first: Readonly<Record<string, unknown>> = {};

  add(row: Readonly<Record<string, unknown>>): void {
    if (this.#rows++ === 0) this.#first = row;
  }

  answer(
    read: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> = (row) => row,
  ): QueryResult {
    return { ok: true, rows: this.#rows, first: this.#rows === 0 ? {} : read(this.#first) };
  }
}

/** Digits a double always holds. */
const SURE_DIGITS = 15;

/** An integer with all its digits, a fraction when a double holds it; else the text, which compares as a number too. */
export function exactNumber(text: string): number | bigint | string {
  if (/^-?\d+$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  const digits = /^-?(\d+)\.(\d+)$/.exec(text);
  if (!digits) return text;
  const significant = `${digits[1]}${digits[2]}`.replace(/^0+/, '').replace(/0+$/, '');
  return significant.length <= SURE_DIGITS ? Number(text) : text;
}
