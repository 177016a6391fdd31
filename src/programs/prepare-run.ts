/** Everything of a program's run that can be refused before anything is sent. */
import { ServiceError } from '../errors.js';
import { loadFiles } from '../operations/files/load-files.js';
import { emptySelectionError } from '../operations/runs/empty-selection.js';
import { withClientAccess } from '../operations/settings/client-source.js';
import { filesToRun } from '../operations/settings/files-to-run.js';
import { loadRunSettings, type RunSettings } from '../operations/settings/run-settings.js';
import { planRun, type RunPlan } from '../runner/plan/plan.js';
import type { RunnableFile, RunRequest } from '../runner/plan/run-input.js';
import { workspaceFileAccess } from '../runner/workspace-file-access.js';
import { usageError } from './check-options.js';
import { definitions, findRoot, programWorkspace, settingsRequest } from './program-settings.js';
import type { RunOptions } from './run-types.js';

export interface ProgramRun {
  readonly settings: RunSettings;
  /** Its signal belongs to nobody yet. */
  readonly request: Omit<RunRequest, 'signal'>;
  /** Warnings and notes about settings and files. */
  readonly warnings: readonly string[];
  /** The directory that shown paths are relative to. */
  readonly cwd: string;
}

export interface PlannedRun extends ProgramRun {
  readonly plan: RunPlan;
}

export async function prepareRun(paths: readonly string[], options: RunOptions): Promise<ProgramRun> {
  refuseTogether(options);
  const workspace = programWorkspace(options);
  const { cwd } = workspace;
  const loading = loadFiles(paths, cwd, findRoot(workspace, paths));
  const [settings, { files: loaded, problems }] = await Promise.all([
    loadRunSettings({
      ...withHistory(
        settingsRequest({ workspace, paths, options, settings: options.settings, loading }),
        options,
      ),
      secrets: definitions(options.secrets),
      selection: {
        names: options.names ?? [],
        tags: options.tags ?? [],
        excludeTags: options.excludeTags ?? [],
      },
      fixed: {
        mode: 'cli',
        ci: options.ci ?? false,
        updateSnapshots: options.updateSnapshots ?? false,
        allowShell: options.allowShell ?? false,
        allowDb: options.allowDb ?? false,
        allowSecretCommands: options.allowSecretCommands ?? false,
        skipUnsupported: options.skipUnsupported ?? false,
        keepExchanges: options.keepExchanges ?? false,
      },
    }),
    loading,
  ]);
  if (problems.length > 0) throw new ServiceError('request-file', problems.join('\n'));
  const { files, unchecked } = await filesToRun(loaded, settings);
  const fileAccess = withClientAccess(workspaceFileAccess({ root: settings.root, shownFrom: cwd }), settings);
  return {
    settings,
    request: { files, options: settings.options, fileAccess, process: workspace.env },
    warnings: [...settings.warnings, ...settings.notes, ...unchecked],
    cwd,
  };
}

/** Plans some of the files, or all; throws when nothing of them is selected. */
export async function planProgramRun(
  prepared: ProgramRun,
  paths: readonly string[],
  files: readonly RunnableFile[] = prepared.request.files,
): Promise<PlannedRun> {
  const request = { ...prepared.request, files };
  const plan = await planRun(request);
  const isBroken = plan.files.some(({ broken }) => broken.length > 0);
  if (plan.selected === 0 && !isBroken) {
    const requests = files.length === 0 ? undefined : files.flatMap(({ file }) => file.requests);
    throw emptySelectionError(
      prepared.settings.options.selection,
      paths,
      requests,
      (filter, value) => `${filter} ${value}`,
    );
  }
  return { ...prepared, request, plan };
}

/** The same that the command line refuses. */
function refuseTogether({ updateSnapshots, ci, repeat = 1 }: RunOptions): void {
  if (!updateSnapshots) return;
  if (ci) throw usageError('the options updateSnapshots and ci exclude each other');
  if (repeat > 1) throw usageError('the options updateSnapshots and repeat exclude each other');
}

/** A program leaves no trace in the history of its user unless it says so. */
function withHistory<Request extends { readonly overrides: { readonly history?: object } }>(
  request: Request,
  { history, settings }: RunOptions,
): Request {
  const enabled = history ?? settings?.history?.enabled ?? false;
  const { overrides } = request;
  return { ...request, overrides: { ...overrides, history: { ...overrides.history, enabled } } };
}
