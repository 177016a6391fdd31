/** The last contract verification of any client, and the current one of this page. */
import { signal } from '@preact/signals';
import type { ContractVerification } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { readVerification, verifyContract } from '../api/tools.js';
import { chosenPaths, type ChosenFiles } from './chosen-files.js';
import { storedSignal } from './stored-signal.js';
import { poll } from './polling.js';

export interface ContractDraft extends ChosenFiles {
  readonly providerUrl: string;
  readonly stateHandler: string;
}

/** The server sends no events for verifications, so their result is polled. */
const POLL_INTERVAL_MS = 2000;

export const verification = signal<ContractVerification | undefined>(undefined);
export const isVerifying = signal(false);
export const contractProblem = signal('');
export const contractDraft = storedSignal<ContractDraft>('contract', {
  isAll: true,
  paths: [],
  providerUrl: '',
  stateHandler: '',
});

let controller: AbortController | undefined;

/** Polls until the returned function is called. */
export function watchVerification(): () => void {
  return poll(loadVerification, POLL_INTERVAL_MS);
}

async function loadVerification(): Promise<void> {
  try {
    const found = await readVerification();
    const shown = verification.value;
    if (shown?.finishedAt !== found.finishedAt || shown.running !== found.running) verification.value = found;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export async function verify(): Promise<void> {
  const { providerUrl, stateHandler, ...chosen } = contractDraft.value;
  controller = new AbortController();
  isVerifying.value = true;
  contractProblem.value = '';
  try {
    const files = chosen.isAll ? [] : chosenPaths(chosen);
    const handler = stateHandler.trim();
    await verifyContract(
      { providerUrl: providerUrl.trim(), files, ...(handler !== '' && { stateHandler: handler }) },
      controller.signal,
    );
  } catch (error) {
    contractProblem.value = error instanceof Error ? error.message : String(error);
  } finally {
    isVerifying.value = false;
  }
  await loadVerification();
}

export function stopVerifying(): void {
  controller?.abort();
}
