/** Verifies a provider against the requests of files. */
import type { Request, RequestFile } from '../request-file/model/model.js';
import { shownName } from '../request-file/model/request-filter.js';
import { copySourceText } from '../request-file/source-text.js';
import { SELECT_ALL } from '../runner/plan/options.js';
import { createBrokenOutcome, countResults } from '../runner/file-progress.js';
import { planRun } from '../runner/plan/plan.js';
import type { FileOutcome } from '../runner/outcome/result.js';
import { openRun } from '../runner/run.js';
import { runFiles } from '../runner/run-files.js';
import type { RunnableFile, RunRequest } from '../runner/plan/run-input.js';
import type { ContractFileOutcome, ContractOutcome, InteractionOutcome } from './contract-result.js';
import { createUrlPlacer } from './provider-address.js';
import type { StateHandler } from './state-handler.js';

/** A file, or why it cannot be used. */
export type ContractFile = RunnableFile | { readonly shown: string; readonly problem: string };

export interface Verification {
  readonly files: readonly ContractFile[];
  /** The address that `readAddress` returned. */
  readonly provider: string;
  /** A URL, or a function that sets the state. */
  readonly stateHandler: string | StateHandler | undefined;
  readonly request: Omit<RunRequest, 'files' | 'placeUrl' | 'beforeRequest'>;
  /** Words the problem of a cycle through several files like that of a cycle in one file. */
  readonly describeBroken: (file: string, broken: readonly string[]) => string;
}

/** Runs one request at a time, in the order of dependencies; failures are results. */
export async function verifyContracts(verification: Verification): Promise<ContractOutcome> {
  const { stateHandler, request } = verification;
  if (typeof stateHandler !== 'string') return verifyWith(stateHandler, verification);
  const { createStateUrl } = await import('./state-url.js');
  const { handle, close } = createStateUrl(stateHandler, request.options);
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
      traceparent: false,
      dryRun: false,
      selection: SELECT_ALL,
    },
    placeUrl: createUrlPlacer(provider),
    beforeRequest: stateHandler && stateStep(stateHandler, signal),
  };
  const plan = await planRun(complete);
  // Results stay in the order of arrival, which is that of dependencies, while reports of runs are ordered by line.
  const results = plan.files.map((): InteractionOutcome[] => []);
  const run = openRun(complete, plan);
  try {
    const outcome = await runFiles(run, plan, (event) => {
      if (event.kind !== 'request-end') return;
      const request = plan.files[event.fileIndex]?.steps[event.index]?.node.request;
      if (request) results[event.fileIndex]?.push({ ...event.outcome, ...contractOf(request) });
    });
    const done = outcome.files.map((file, index) => verified(file, results[index] ?? [], verification));
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

/** Removes `@only`, because every request is an interaction. */
function withoutOnly(runnable: RunnableFile): RunnableFile {
  const { file } = runnable;
  if (!file.requests.some(({ metadata }) => metadata.only)) return runnable;
  const requests = file.requests.map((request): Request => {
    const { only: _, ...metadata } = request.metadata;
    return { ...request, metadata };
  });
  const changed: RequestFile = { ...file, requests };
  copySourceText(file, changed);
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
  const parse = { ...createBrokenOutcome(shown, [problem]), name: 'parse', shownName: 'parse' };
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
