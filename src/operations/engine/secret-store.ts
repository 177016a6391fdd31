/** Asks programs for secrets on behalf of all threads of a server, and keeps the values for a while in memory. */
import { StepFailure } from '../../runner/outcome/step-failure.js';
import type { AskedSecret, AskSecret, SecretCommand } from '../../runner/plan/secret-command.js';

export const KEPT_MS = 5 * 60_000;

export interface SecretStoreOptions {
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Starts the program; replaced in tests. */
  readonly ask?: AskSecret;
}

interface Question {
  readonly asked: Promise<AskedSecret>;
  readonly stop: AbortController;
  waiting: number;
}

export class SecretStore {
  readonly #ask: AskSecret;
  readonly #values = new Map<string, AskedSecret>();
  readonly #questions = new Map<string, Question>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Programs that run still, also those that nobody waits for any more. */
  readonly #running = new Set<Promise<void>>();

  constructor({ process, ask }: SecretStoreOptions) {
    this.#ask =
      ask ??
      (async (command, signal) => {
        const { askProgram } = await import('../../runner/commands/secrets/ask-program.js');
        return askProgram(command, process, signal);
      });
  }

  /** A failure is not kept: the next run asks again. Rejects with StepFailure when the signal is aborted. */
  readonly ask: AskSecret = async (command, signal) => {
    const key = keyOf(command);
    const kept = this.#values.get(key);
    if (kept) return kept;
    const question = this.#questions.get(key) ?? this.#start(key, command);
    question.waiting += 1;
    try {
      return await orAborted(question.asked, command, signal);
    } finally {
      question.waiting -= 1;
      // Nobody waits for it any more.
      if (question.waiting === 0) question.stop.abort();
    }
  };

  /** Forgets all values and resolves when all programs have ended. */
  async close(): Promise<void> {
    for (const { stop } of this.#questions.values()) stop.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#values.clear();
    await Promise.all(this.#running);
  }

  #start(key: string, command: SecretCommand): Question {
    const stop = new AbortController();
    const asked = this.#ask(command, stop.signal).then((settled) => {
      if ('value' in settled) this.#keep(key, settled);
      return settled;
    });
    const question = { asked, stop, waiting: 0 };
    this.#questions.set(key, question);
    const forget = (): void => {
      if (this.#questions.get(key) === question) this.#questions.delete(key);
    };
    const ended: Promise<void> = asked.then(forget, forget).then(() => void this.#running.delete(ended));
    this.#running.add(ended);
    // A program that was stopped is no question any more for who comes now.
    stop.signal.addEventListener('abort', forget, { once: true });
    return question;
  }

  #keep(key: string, settled: AskedSecret): void {
    this.#values.set(key, settled);
    const timer = setTimeout(() => {
      this.#values.delete(key);
      this.#timers.delete(timer);
    }, KEPT_MS).unref();
    this.#timers.add(timer);
  }
}

/** A changed command is another one. */
function keyOf({ name, program, args, directory, timeoutMs, environment }: SecretCommand): string {
  return JSON.stringify([name, environment, program, args, directory, timeoutMs]);
}

function orAborted(
  asked: Promise<AskedSecret>,
  { name }: SecretCommand,
  signal: AbortSignal,
): Promise<AskedSecret> {
  return new Promise((resolve, reject) => {
    const cancel = (): void =>
      reject(new StepFailure('cancelled', `secret "${name}": its command was stopped`));
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
