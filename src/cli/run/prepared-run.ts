import type { Api } from '../../coverage/api.js';
import { ServiceError } from '../../errors.js';
import { lastFailures } from '../../operations/record-runs.js';
import type { RunSettings } from '../../operations/run-options.js';
import { needsExchanges } from '../../reports/report-files.js';
import { planRun, type RunPlan } from '../../runner/plan.js';
import type { RunDoors, RunnableFile } from '../../runner/run-input.js';
import { workspaceDoors } from '../../runner/workspace-doors.js';
import { nothingSelected } from '../selection-flags.js';
import { apiToCover } from './coverage-step.js';
import type { ReportPlan } from './report-plan.js';
import type { RunInvocation } from './run-line.js';

export interface RunToPrepare {
  readonly settings: RunSettings;
  readonly files: readonly RunnableFile[];
  readonly reports: ReportPlan;
}

/** A run of which everything is known but its results. */
export interface PreparedRun extends RunToPrepare {
  readonly doors: RunDoors;
  readonly plan: RunPlan;
  readonly verbosity: number;
  readonly api: Api | undefined;
}

/** Everything that may be refused before the first request is sent. */
export async function prepareRun(
  invocation: RunInvocation,
  { settings: loaded, reports, files }: RunToPrepare,
  signal: AbortSignal,
): Promise<PreparedRun> {
  const { terminal, context } = invocation;
  const api = await apiToCover(invocation, loaded, signal);
  const verbosity = terminal.quiet || !loaded.verbose ? terminal.verbosity : Math.max(terminal.verbosity, 1);
  const formats = [reports.primary, ...reports.others].flatMap(({ format }) =>
    format === 'console' ? [] : [format],
  );
  const options = {
    ...loaded.options,
    keepExchanges: needsExchanges(formats, verbosity),
    keptBody: KEPT_BODY,
    selection: await withLastFailed(invocation, loaded, files),
  };
  const settings = { ...loaded, options };
  const doors = await workspaceDoors({
    root: settings.root,
    shownFrom: context.cwd,
    folders: reports.folders,
  });
  const plan = await planRun({ files, options, loadFile: doors.loadFile });
  const isBroken = plan.files.some(({ broken }) => broken.length > 0);
  const mayBeEmpty = files.length > 0 && (isBroken || options.selection.lastFailed !== undefined);
  if (plan.selected === 0 && !mayBeEmpty) {
    throw nothingSelected(options.selection, invocation.positionals, files.length > 0);
  }
  return { settings, files, doors, plan, reports, verbosity, api };
}

/** Reports and history show 65,536 bytes; the rest is for secrets that reach across that mark. */
const KEPT_BODY = 65_536 + 16_384;

async function withLastFailed(
  { flags, terminal }: RunInvocation,
  { options, history, root }: RunSettings,
  files: readonly RunnableFile[],
): Promise<RunSettings['options']['selection']> {
  if (!flags['last-failed']) return options.selection;
  if (history === undefined)
    throw new ServiceError('usage', '--last-failed needs the history, which is switched off');
  const lastFailed = await lastFailures(history, root, files);
  const nothing = files.every(({ shown }) => lastFailed.get(shown)?.size === 0);
  if (nothing) await terminal.note('nothing failed last time');
  return { ...options.selection, lastFailed };
}
