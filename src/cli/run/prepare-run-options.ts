import { ServiceError } from '../../errors.js';
import type { LoadedRunFiles } from '../../operations/files/load-run-files.js';
import { lastFailures } from '../../operations/runs/record-runs.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import { needsExchanges } from '../../reports/report-files.js';
import type { RunOptions, Selection } from '../../runner/plan/options.js';
import type { RunPlan } from '../../runner/plan/plan.js';
import type { RunnableFile, RunRequest } from '../../runner/plan/run-input.js';
import { nothingSelectedError } from '../flags/selection-flags.js';
import type { ReportPlan } from './report-plan.js';
import type { RunInvocation } from './read-run-flags.js';

/** Reports and history show 65,536 bytes; the rest detects secrets that cross this limit. */
const MAX_KEPT_BODY_BYTES = 65_536 + 16_384;

/** Adds the options that only the command line has: the data kept for reports, and the last failed requests. */
export async function prepareRunOptions(
  invocation: RunInvocation,
  settings: RunSettings,
  loaded: LoadedRunFiles,
  { primary, others }: ReportPlan,
): Promise<RunOptions> {
  const formats = [primary, ...others].flatMap(({ format }) => (format === 'console' ? [] : [format]));
  const options = {
    ...selectPlaces(settings.options, loaded),
    keepExchanges: needsExchanges(formats, verbosityOf(invocation, settings)),
    keptBody: MAX_KEPT_BODY_BYTES,
  };
  if (!invocation.flags['last-failed']) return options;
  const lastFailed = await findLastFailed(invocation, settings, loaded.files);
  return { ...options, selection: { ...options.selection, lastFailed } };
}

/** Adds the requests that `file.http:13` named. */
export function selectPlaces(options: RunOptions, { places }: LoadedRunFiles): RunOptions {
  return places === undefined ? options : { ...options, selection: { ...options.selection, places } };
}

export function verbosityOf({ terminal }: RunInvocation, { verbose }: RunSettings): number {
  return terminal.quiet || !verbose ? terminal.verbosity : Math.max(terminal.verbosity, 1);
}

export function refuseEmptyPlan(
  { files: plans, selected }: RunPlan,
  { files, options: { selection } }: RunRequest,
  { positionals }: RunInvocation,
): void {
  if (selected > 0) return;
  const isBroken = plans.some(({ broken }) => broken.length > 0);
  if (files.length > 0 && (isBroken || selection.lastFailed !== undefined)) return;
  const requests = files.length === 0 ? undefined : files.flatMap(({ file }) => file.requests);
  throw nothingSelectedError(selection, positionals, requests);
}

async function findLastFailed(
  { terminal }: RunInvocation,
  { history, root }: RunSettings,
  files: readonly RunnableFile[],
): Promise<NonNullable<Selection['lastFailed']>> {
  if (history === undefined)
    throw new ServiceError('usage', '--last-failed needs the history, which is switched off');
  const lastFailed = await lastFailures(history, root, files);
  const nothing = files.every(({ shown }) => lastFailed.get(shown)?.size === 0);
  if (nothing) await terminal.note('nothing failed last time');
  return lastFailed;
}
