/**
 * Names are looked up in a process of their own. The system call cannot be stopped, Node waits for it when a process
 * ends, and a name server that does not answer holds it for ten seconds or more. A process can be ended instead, and
 * hanging look-ups in it take no thread from those that read files here.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { getDefaultResultOrder, lookup, type LookupAddress } from 'node:dns';
import { fileURLToPath } from 'node:url';
import { programFile } from '../../primitives/threads/program-file.js';
import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import { MAX_RUNNING_LOOKUPS, type LookupResult, type LookupRequest } from './name-lookup-messages.js';
import type { StopSignal } from '../message/stop-signal.js';

type FullQuestion = Omit<LookupRequest, 'id'>;

export type NameQuestion = Omit<FullQuestion, 'order'> & Partial<FullQuestion>;

interface Waiter {
  readonly resolve: (addresses: LookupAddress[]) => void;
  readonly reject: (error: Error) => void;
}

interface Job {
  readonly question: FullQuestion;
  readonly waiters: Set<Waiter>;
}

const IDLE_MS = 10_000;

/** All addresses; rejects with Node's error of the look-up, or when nobody wants the answer any more. */
export function lookUpName(question: NameQuestion, signal: StopSignal): Promise<LookupAddress[]> {
  return lookups.ask(question, signal);
}

export class NameLookups {
  readonly #start: () => ChildProcess;
  readonly #queue = new Map<string, Job>();
  readonly #running = new Map<string, Job>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The process has answered; where it never does, it cannot be used. */
  #hasWorked = false;
  #isUnavailable = false;

  constructor(start: () => ChildProcess) {
    this.#start = start;
  }

  ask(
    { order = getDefaultResultOrder(), ...rest }: NameQuestion,
    signal: StopSignal,
  ): Promise<LookupAddress[]> {
    if (signal.aborted) return Promise.reject(abortFailure(signal));
    const question = { ...rest, order };
    if (this.#isUnavailable) return lookUpHere(question);
    return new Promise((resolve, reject) => {
      const id = JSON.stringify(question);
      const job = this.#jobFor(id, question);
      const stop = (): void => {
        reject(abortFailure(signal));
        job.waiters.delete(waiter);
        if (job.waiters.size === 0) this.#queue.delete(id);
        this.#endUnwanted();
      };
      const settle = <T>(how: (value: T) => void): ((value: T) => void) => {
        return (value) => {
          offAbort(signal, stop);
          how(value);
        };
      };
      const waiter: Waiter = { resolve: settle(resolve), reject: settle(reject) };
      job.waiters.add(waiter);
      onAbort(signal, stop);
      this.#startNext();
    });
  }

  /** The same question is asked once for everybody who waits for its answer. */
  #jobFor(id: string, question: FullQuestion): Job {
    const known = this.#queue.get(id) ?? this.#running.get(id);
    if (known) return known;
    const job = { question, waiters: new Set<Waiter>() };
    this.#queue.set(id, job);
    return job;
  }

  #startNext(): void {
    clearTimeout(this.#idle);
    for (const [id, job] of this.#queue) {
      if (this.#running.size >= MAX_RUNNING_LOOKUPS) break;
      this.#queue.delete(id);
      this.#running.set(id, job);
      const child = (this.#child ??= this.#open());
      if (child === undefined) return this.#lookUpAllHere();
      child.send({ id, ...job.question } satisfies LookupRequest, (error) => {
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
          whileUsed((reply: LookupResult) => this.#answer(reply)),
        );
    } catch {
      return undefined;
    }
  }

  #answer(reply: LookupResult): void {
    const job = this.#running.get(reply.id);
    if (job === undefined) return;
    this.#hasWorked = true;
    this.#running.delete(reply.id);
    for (const { resolve, reject } of job.waiters) {
      if ('addresses' in reply) resolve(reply.addresses);
      else reject(Object.assign(new Error('the name cannot be resolved'), reply.error));
    }
    this.#endUnwanted();
    this.#startNext();
  }

  /** Who may not start processes, or has no room for another one, still gets an answer. */
  #lookUpAllHere(): void {
    this.#end();
    this.#isUnavailable = !this.#hasWorked;
    const jobs = [...this.#running.values(), ...this.#queue.values()];
    this.#running.clear();
    this.#queue.clear();
    for (const { question, waiters } of jobs) {
      lookUpHere(question).then(
        (addresses) => waiters.forEach(({ resolve }) => resolve(addresses)),
        (error: Error) => waiters.forEach(({ reject }) => reject(error)),
      );
    }
  }

  /** Look-ups that nobody waits for must not keep the others waiting. */
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

/** Whether the process keeps this one alive. */
function hold(child: ChildProcess, isNeeded: boolean): void {
  const change = isNeeded ? 'ref' : 'unref';
  child[change]();
  child.channel?.[change]();
}

/** For names that no name server is asked about. */
export function lookUpHere({ host, ...options }: FullQuestion): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { ...options, all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses),
    );
  });
}

const lookups = new NameLookups(() =>
  fork(fileURLToPath(programFile('name-lookup-child.js')), { execArgv: [], stdio: 'ignore' }),
);
