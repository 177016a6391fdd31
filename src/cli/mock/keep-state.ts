/** The state of a stateful mock server, and the file of `--state` in which it is kept. */
import { ServiceError } from '../../errors.js';
import { readState, writeState } from '../../mock/state/state-file.js';
import { StateStore } from '../../mock/state/state-store.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { resolveOutput } from '../command/named-output.js';
import { isStateful, type MockInvocation } from './load-watched-mock.js';
import { PacedSaving } from '../../operations/mocks/paced-saving.js';
import { readIfThere } from '../../operations/mocks/read-if-there.js';

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
  const { flags, terminal } = invocation;
  if (!isStateful(flags)) return undefined;
  const { state: shown } = flags;
  if (shown === undefined) return { store: new StateStore(), close: () => Promise.resolve() };
  const file = await resolveOutput(shown, invocation);
  await checkOutput(file);
  const write = (): Promise<void> => writeOutput(file, writeState(store, secrets), { private: true });
  const saving = new PacedSaving(write, (message) => void terminal.warning(message));
  const store: StateStore = new StateStore(() => saving.note());
  const text = await readIfThere(file);
  const reason = text === undefined ? '' : readState(text, store);
  if (reason !== '') throw new ServiceError('input', `cannot use the state in ${shown}: ${reason}`);
  return { store, close: () => saving.close() };
}
