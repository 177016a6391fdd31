/** The state of a stateful mock server, and the file of `--state` in which it is kept. */
import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { readState, writeState } from '../../mock/state/state-file.js';
import { StateStore } from '../../mock/state/state-store.js';
import { readInput } from '../../operations/settings/read-input.js';
import { elapsed } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { isAbsent } from '../../workspace/paths/disk-error.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { resolveOutput } from '../command/named-output.js';
import { isStateful, type MockInvocation } from './load-watched-mock.js';

export interface KeptState {
  readonly store: StateStore;
  /** Saves what has not been saved yet. */
  readonly close: () => Promise<void>;
}

/** Undefined unless the mock server is stateful. A missing file is an empty state. */
export async function openState(
  invocation: MockInvocation,
  secrets: SecretSet,
): Promise<KeptState | undefined> {
  const { flags, context, terminal } = invocation;
  if (!isStateful(flags)) return undefined;
  const { state: shown } = flags;
  if (shown === undefined) return { store: new StateStore(), close: () => Promise.resolve() };
  const file = await resolveOutput(shown, invocation);
  await checkOutput(file);
  const saving = new StateSaving(file, secrets, (message) => void terminal.warning(message));
  const store = new StateStore(() => saving.note());
  saving.store = store;
  const text = await readIfThere(resolve(context.cwd, shown), shown);
  const reason = text === undefined ? '' : readState(text, store);
  if (reason !== '') throw new ServiceError('input', `cannot use the state in ${shown}: ${reason}`);
  return { store, close: () => saving.close() };
}

/** More than the largest state needs. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

async function readIfThere(absolute: string, shown: string): Promise<string | undefined> {
  try {
    const bytes = await readInput({ absolute, shown }, MAX_FILE_BYTES);
    if (bytes.length <= MAX_FILE_BYTES) return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof ServiceError && isAbsent(error.cause)) return undefined;
    throw error;
  }
  throw new ServiceError('input', `cannot use the state in ${shown}: it is larger than 256 MiB`);
}

/** Changes that follow each other soon are saved together. */
const PAUSE_MS = 200;
/** A large state is saved less often, so that saving takes a small part of the time. */
const PAUSE_FACTOR = 10;

class StateSaving {
  store = new StateStore();
  readonly #file: OutputFile;
  readonly #secrets: SecretSet;
  readonly #onProblem: (message: string) => void;
  #isChanged = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #saving = Promise.resolve();
  #pauseMs = PAUSE_MS;

  constructor(file: OutputFile, secrets: SecretSet, onProblem: (message: string) => void) {
    this.#file = file;
    this.#secrets = secrets;
    this.#onProblem = onProblem;
  }

  note(): void {
    this.#isChanged = true;
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#saving = this.#save().catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        this.#onProblem(error.message);
      });
    }, this.#pauseMs);
  }

  /** Throws when the last change cannot be saved. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#saving;
    clearTimeout(this.#timer);
    await this.#save();
  }

  /** Changes that arrive meanwhile are saved after the next pause. */
  async #save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    const start = elapsed();
    try {
      await writeOutput(this.#file, writeState(this.store, this.#secrets), { private: true });
    } catch (error) {
      this.#isChanged = true;
      throw error;
    } finally {
      this.#pauseMs = Math.max(PAUSE_MS, (elapsed() - start) * PAUSE_FACTOR);
      this.#timer = undefined;
      if (this.#isChanged) this.note();
    }
  }
}
