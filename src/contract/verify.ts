/** Holds the requests of files against a provider (server.md 12). */
import type { Request, RequestFile } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import { SELECT_ALL } from '../runner/plan/options.js';
import { brokenOutcome, countResults } from '../runner/file-progress.js';
import { planRun, type RunPlan } from '../runner/plan/plan.js';
import type { FileOutcome } from '../runner/outcome/result.js';
import { openRun } from '../runner/run.js';
import type { RunEvent } from '../runner/outcome/run-event.js';
import { runFiles } from '../runner/run-files.js';
import type { RunnableFile, RunRequest } from '../runner/plan/run-input.js';
import type { ContractFileOutcome, ContractOutcome, InteractionOutcome } from './contract-result.js';
import { placeAt } from './provider-address.js';
import type { StateHandler } from './state-handler.js';

/** A file, or why it cannot be used. */
export type ContractFile = RunnableFile | { readonly shown: string; readonly problem: string };

export interface Verification {
  readonly files: readonly ContractFile[];
  /** Of `readAddress`. */
  readonly provider: string;
  /** A URL, or something else that is able to. */
  readonly stateHandler: string | StateHandler | undefined;
  readonly request: Omit<RunRequest, 'files' | 'placeUrl' | 'beforeRequest'>;
  /** Says of a circle through other files what of a circle in one file is said. */
  readonly describeBroken: (file: string, broken: readonly string[]) => string;
}

/** One request at a time, in the order of dependencies; failures are results. */
export async function verifyContracts(verification: Verification): Promise<ContractOutcome> {
  const { stateHandler, request } = verification;
  if (typeof stateHandler !== 'string') return verifyWith(stateHandler, verification);
  const { stateUrl } = await import('./state-url.js');
  const { handle, close } = stateUrl(stateHandler, request.options);
  try {
    return await verifyWith(handle, verification);
  } finally {
    close();
  }
}

async function verifyWith(
  stateHandler: StateHandler | undefined,
  verification: Verification,
): Promise<ContractOutcome> {
  const { files, provider, request } = verification;
  const { options, signal } = request;
  const complete: RunRequest = {
    ...request,
    files: files.filter(isUsable).map(withoutOnly),
    options: {
      ...options,
      overrides: { ...options.overrides, baseUrl: provider, provider },
      parallel: false,
      dryRun: false,
      selection: SELECT_ALL,
    },
    placeUrl: placeAt(provider),
    beforeRequest: stateHandler && stateStep(stateHandler, signal),
  };
  const plan = await planRun(complete);
  const collected = new Interactions(plan);
  const run = openRun(complete);
  try {
    const outcome = await runFiles(run, plan, (event) => collected.add(event));
    const done = outcome.files.map((file, index) => verified(file, collected.of(index), verification));
    const all = files.map((file) =>
      isUsable(file) ? (done.shift() ?? nothingOf(file.shown)) : unusable(file),
    );
    return { ...outcome, files: all, ...countResults(all.flatMap(({ results }) => results)) };
  } finally {
    run.close();
  }
}

export function isUsable(file: ContractFile): file is RunnableFile {
  return 'file' in file;
}

/** Every request is an interaction (language 9.10). */
function withoutOnly(runnable: RunnableFile): RunnableFile {
  const { file } = runnable;
  if (!file.requests.some(({ metadata }) => metadata.only)) return runnable;
  const requests = file.requests.map((request): Request => {
    const { only: _, ...metadata } = request.metadata;
    return { ...request, metadata };
  });
  const changed: RequestFile = { ...file, requests };
  return { ...runnable, file: changed };
}

function stateStep(handle: StateHandler, signal: AbortSignal): RunRequest['beforeRequest'] {
  return async (request, { shown: file }) => {
    const { provider, state } = contractOf(request);
    if (state !== '') await handle({ state, provider, interaction: shownName(request), file }, signal);
  };
}

function contractOf({ metadata }: Request): Pick<InteractionOutcome, 'provider' | 'state'> {
  return { provider: metadata['contract.provider'] ?? '', state: metadata['contract.state'] ?? '' };
}

/** Results as they come, which is the order of dependencies; reports of runs go by line. */
class Interactions {
  readonly #plan: RunPlan;
  readonly #results: InteractionOutcome[][];

  constructor(plan: RunPlan) {
    this.#plan = plan;
    this.#results = plan.files.map(() => []);
  }

  add(event: RunEvent): void {
    if (event.kind !== 'request-end') return;
    const { fileIndex, index, outcome } = event;
    const request = this.#plan.files[fileIndex]?.steps[index]?.node.request;
    if (request) this.#results[fileIndex]?.push({ ...outcome, ...contractOf(request) });
  }

  of(index: number): readonly InteractionOutcome[] {
    return this.#results[index] ?? [];
  }
}

function verified(
  outcome: FileOutcome,
  results: readonly InteractionOutcome[],
  { describeBroken }: Verification,
): ContractFileOutcome {
  const { file, broken } = outcome;
  return broken.length === 0
    ? { ...outcome, results }
    : unusable({ shown: file, problem: describeBroken(file, broken) });
}

function unusable({
  shown,
  problem,
}: {
  readonly shown: string;
  readonly problem: string;
}): ContractFileOutcome {
  const parse = { ...brokenOutcome(shown, [problem]), name: 'parse', shownName: 'parse' };
  const results = [{ ...parse, provider: '', state: '' }];
  return { ...nothingOf(shown), failed: 1, results, broken: [problem] };
}

function nothingOf(file: string): ContractFileOutcome {
  return {
    file,
    startedAt: Date.now(),
    duration: 0,
    passed: 0,
    failed: 0,
    skipped: 0,
    results: [],
    broken: [],
  };
}
