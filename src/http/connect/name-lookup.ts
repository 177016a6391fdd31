/**
 * Looks names up in a child process. The system call cannot be stopped, Node waits for it when a process ends, and a
 * name server that does not respond blocks it for ten seconds or more. A child process can be killed, and hanging
 * look-ups in it take no thread from the pool that reads files here.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { getDefaultResultOrder, lookup, type LookupAddress } from 'node:dns';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../primitives/threads/program-file.js';
import { abortable } from '../message/abort.js';
import { MAX_RUNNING_LOOKUPS, type LookupResult, type LookupRequest } from './name-lookup-messages.js';
import type { StopSignal } from '../../primitives/stop-signal.js';

type FullQuery = Omit<LookupRequest, 'id'>;

export type NameQuery = Omit<FullQuery, 'order'> & Partial<FullQuery>;

interface Waiter {
  readonly resolve: (addresses: LookupAddress[]) => void;
  readonly reject: (error: Error) => void;
}

interface PendingLookup {
  readonly query: FullQuery;
  readonly waiters: Set<Waiter>;
}

const IDLE_MS = 10_000;

export class NameLookups {
  readonly #start: () => ChildProcess;
  readonly #queue = new Map<string, PendingLookup>();
  readonly #running = new Map<string, PendingLookup>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Whether the child process has ever sent a result; if it never does, it cannot be used. */
  #hasWorked = false;
  #isUnavailable = false;

  constructor(start: () => ChildProcess) {
    this.#start = start;
  }

  /** All addresses of a name; rejects with Node's error of the look-up, or when the signal is aborted. */
  lookUp(
    { order = getDefaultResultOrder(), ...rest }: NameQuery,
    signal: StopSignal,
  ): Promise<LookupAddress[]> {
    const query = { ...rest, order };
    if (this.#isUnavailable && !signal.aborted) return lookUpHere(query);
    return abortable(signal, (resolve, reject) => {
      const id = JSON.stringify(query);
      const pending = this.#lookupFor(id, query);
      const waiter: Waiter = { resolve, reject };
      pending.waiters.add(waiter);
      this.#startNext();
      return () => {
        pending.waiters.delete(waiter);
        if (pending.waiters.size === 0) this.#queue.delete(id);
        this.#endUnwanted();
      };
    });
  }

  /** All callers that wait for the same query share one look-up. */
  #lookupFor(id: string, query: FullQuery): PendingLookup {
    const existing = this.#queue.get(id) ?? this.#running.get(id);
    if (existing) return existing;
    const pending = { query, waiters: new Set<Waiter>() };
    this.#queue.set(id, pending);
    return pending;
  }

  #startNext(): void {
    clearTimeout(this.#idle);
    for (const [id, pending] of this.#queue) {
      if (this.#running.size >= MAX_RUNNING_LOOKUPS) break;
      this.#queue.delete(id);
      this.#running.set(id, pending);
      const child = (this.#child ??= this.#open());
      if (child === undefined) return this.#lookUpAllHere();
      child.send({ id, ...pending.query } satisfies LookupRequest, (error) => {
        if (error && child === this.#child) this.#lookUpAllHere();
      });
    }
    if (this.#child === undefined) return;
    hold(this.#child, this.#running.size > 0);
    if (this.#running.size === 0) this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
  }

  #open(): ChildProcess | undefined {
    try {
      const child = this.#start();
      const whileUsed =
        <T>(listener: (value: T) => void) =>
        (value: T): void => {
          if (child === this.#child) listener(value);
        };
      const lost = whileUsed(() => this.#lookUpAllHere());
      return child
        .on('error', lost)
        .on('exit', lost)
        .on(
          'message',
          whileUsed((result: LookupResult) => this.#settle(result)),
        );
    } catch {
      return undefined;
    }
  }

  #settle(result: LookupResult): void {
    const pending = this.#running.get(result.id);
    if (pending === undefined) return;
    this.#hasWorked = true;
    this.#running.delete(result.id);
    for (const { resolve, reject } of pending.waiters) {
      if ('addresses' in result) resolve(result.addresses);
      else reject(Object.assign(new Error('the name cannot be resolved'), result.error));
    }
    this.#endUnwanted();
    this.#startNext();
  }

  /** Serves systems on which no child process can be started. */
  #lookUpAllHere(): void {
    this.#end();
    this.#isUnavailable = !this.#hasWorked;
    const unsettled = [...this.#running.values(), ...this.#queue.values()];
    this.#running.clear();
    this.#queue.clear();
    for (const { query, waiters } of unsettled) {
      lookUpHere(query).then(
        (addresses) => waiters.forEach(({ resolve }) => resolve(addresses)),
        (error: Error) => waiters.forEach(({ reject }) => reject(error)),
      );
    }
  }

  /** Abandoned look-ups must not keep the others waiting. */
  #endUnwanted(): void {
    if (this.#running.size === 0) return;
    for (const { waiters } of this.#running.values()) if (waiters.size > 0) return;
    this.#running.clear();
    this.#end();
    this.#startNext();
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}

/** Decides whether the child process keeps this process alive. */
function hold(child: ChildProcess, isNeeded: boolean): void {
  const change = isNeeded ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

/** For names that the system resolves without a name server. */
export function lookUpHere({ host, ...options }: FullQuery): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { ...options, all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });
}

export const nameLookups = new NameLookups(() =>
  fork(fileURLToPath(programFile('name-lookup-child.js')), { execArgv: [], stdio: 'ignore' }),
);
