/** A server in the care of a process that ends it when this one is gone, in whatever way. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface KeptProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly argv0?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

type News = { readonly pid: number } | { readonly ended: string };

/** It could not be started, or ended; the message has what it printed. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';
}

const START_LIMIT_MS = 120_000;
const GUARD = fileURLToPath(new URL('server-guard.mjs', import.meta.url));

export class KeptServer {
  /** Removed with the server. */
  readonly directory: string;
  readonly #guard: ChildProcess;
  readonly #isGone: Promise<void>;
  #pid: number | undefined;
  #log = '';
  #ended: string | undefined;
  #onChange: () => void = () => undefined;

  private constructor(directory: string, endSignal: NodeJS.Signals) {
    this.directory = directory;
    // Whoever stops the tests with Ctrl-C must not end the guard before its server.
    const options = { detached: true, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] };
    this.#guard = fork(GUARD, [directory, endSignal], options as Parameters<typeof fork>[2]);
    this.#guard.on('message', (news: News) => {
      if ('pid' in news) this.#pid = news.pid;
      else {
        this.#pid = undefined;
        this.#ended = news.ended;
      }
      this.#onChange();
    });
    for (const stream of [this.#guard.stdout, this.#guard.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text;
        this.#onChange();
      });
    }
    // The process that wants the server may end whenever it has nothing else to do.
    this.#guard.unref();
    this.#guard.channel?.unref();
    for (const stream of [this.#guard.stdout, this.#guard.stderr]) (stream as Socket | null)?.unref();
    this.#isGone = new Promise((resolve) => {
      this.#guard.once('exit', () => {
        this.#ended ??= 'its guard is gone';
        this.#onChange();
        resolve();
      });
    });
  }

  /** `kind` is part of the name of its directory; `endSignal` is what the server gets when this process is gone. */
  static async open(kind: string, endSignal: NodeJS.Signals): Promise<KeptServer> {
    const directory = await realpath(await mkdtemp(join(tmpdir(), `svc-${kind}-`)));
    return new KeptServer(directory, endSignal);
  }

  /** Undefined while no server runs. */
  get pid(): number | undefined {
    return this.#pid;
  }

  get isRunning(): boolean {
    return this.#ended === undefined;
  }

  /** Resolves with what it printed when that has the pattern; may be called again when the server has ended. */
  async start(wanted: KeptProgram, ready: RegExp): Promise<string> {
    this.#log = '';
    this.#ended = undefined;
    this.#guard.send({ start: wanted });
    const timer = setTimeout(() => {
      this.#ended = `nothing for ${START_LIMIT_MS / 1000} seconds`;
      this.#onChange();
    }, START_LIMIT_MS);
    try {
      await this.#until(
        () => this.#ended !== undefined || (this.#pid !== undefined && ready.test(this.#log)),
      );
    } finally {
      clearTimeout(timer);
    }
    if (this.isRunning) return this.#log;
    throw new ServerEnded(`${wanted.program} did not start: ${this.#ended ?? ''}\n${this.#log}`);
  }

  /** Reaches the server before anything that is sent to it afterwards. */
  signal(signal: NodeJS.Signals): void {
    if (this.#pid !== undefined) process.kill(this.#pid, signal);
  }

  /** Ends the server alone. */
  async endServer(signal: NodeJS.Signals): Promise<void> {
    this.signal(signal);
    await this.#until(() => this.#pid === undefined);
  }

  /** Ends the server and removes its directory. */
  async close(signal: NodeJS.Signals): Promise<void> {
    // Now this process has something to wait for.
    this.#guard.ref();
    if (this.#guard.connected) this.#guard.send({ end: signal });
    await this.#isGone;
  }

  async #until(isReached: () => boolean): Promise<void> {
    if (isReached()) return;
    this.#guard.ref();
    await new Promise<void>((resolve) => {
      this.#onChange = () => {
        if (isReached()) resolve();
      };
    });
    this.#guard.unref();
  }
}
