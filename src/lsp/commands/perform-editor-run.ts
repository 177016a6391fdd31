/** Runs a request or a file for an editor, like `svc run` in the workspace folder; works in a thread of its own. */
import { ServiceError } from '../../errors.js';
import { executeRun } from '../../operations/runs/execute-run.js';
import { withClientAccess } from '../../operations/settings/client-source.js';
import { filesToRun } from '../../operations/settings/files-to-run.js';
import { loadRunSettings, type RunSettings } from '../../operations/settings/run-settings.js';
import { SELECT_ALL, type RunOptions } from '../../runner/plan/options.js';
import { planRun } from '../../runner/plan/plan.js';
import type { RunnableFile, RunRequest as RunnerRequest } from '../../runner/plan/run-input.js';
import { openRun } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { RunRequest } from './command-request.js';
import { commandSettings } from './command-settings.js';
import { findRequestAtLine, loadDocument, withOpenTexts } from './load-document.js';
import { OpenTexts } from './open-texts.js';
import type { ThreadEvent } from './run-operations.js';
import { RunRecord } from './run-record.js';
import { MAX_BODY_BYTES } from './test-result.js';

export interface RunContext {
  readonly signal: AbortSignal;
  readonly emit: (event: ThreadEvent) => void;
}

/** Emits `ended` with the result, and returns when the history is written too. */
export async function performEditorRun(request: RunRequest, { signal, emit }: RunContext): Promise<null> {
  const warn = (message: string): void => emit({ kind: 'warning', message });
  const texts = new OpenTexts(request.openTexts, request.folder);
  const loaded = await loadDocument(request, texts);
  const settings = await settingsFor(request, texts, loaded, signal);
  for (const message of settings.warnings) warn(message);
  const { files, unchecked } = await filesToRun([loaded], settings);
  for (const message of unchecked) warn(message);
  const given = { ...runnerRequest(request, settings, loaded, texts, signal), files };
  const plan = await planRun(given);
  const isBroken = plan.files.some(({ broken }) => broken.length > 0);
  if (plan.selected === 0 && !isBroken)
    throw new ServiceError('request-file', `${loaded.shown} has no request to run`);
  const run = openRun(given, plan);
  try {
    const record = new RunRecord({ plan, run, texts, uri: request.uri, shown: loaded.shown, emit });
    const { environmentName: environment } = settings.options;
    emit({ kind: 'planned', environment, total: record.total });
    await executeRun(run, plan, settings, { onEvent: record.onEvent, onWarning: warn });
    return null;
  } finally {
    run.close();
  }
}

function settingsFor(
  request: RunRequest,
  texts: OpenTexts,
  file: RunnableFile,
  signal: AbortSignal,
): Promise<RunSettings> {
  const { permissions, history, process } = request;
  // The variable of a flag that only commands for single runs have.
  const named = process['SVC_HISTORY_DB'] || undefined;
  const place = { ...(named !== undefined && { path: named }), ...history };
  return loadRunSettings({
    ...commandSettings(request, texts, file, { history: place }),
    fixed: {
      mode: 'cli',
      allowShell: permissions.shell,
      allowDb: permissions.database,
      allowSecretCommands: permissions.secretCommands ?? false,
    },
    signal,
  });
}

function runnerRequest(
  { folder, line, process }: RunRequest,
  settings: RunSettings,
  loaded: RunnableFile,
  texts: OpenTexts,
  signal: AbortSignal,
): Omit<RunnerRequest, 'files'> {
  const { root } = settings;
  const access = withOpenTexts(workspaceFileAccess({ root, shownFrom: folder }), texts, root);
  const options: RunOptions = { ...settings.options, keptBody: MAX_BODY_BYTES + MARGIN_CHARACTERS };
  const places =
    line === undefined ? undefined : new Map([[loaded.shown, new Set([findRequestAtLine(loaded, line)])]]);
  return {
    options: { ...options, selection: { ...SELECT_ALL, ...(places && { places }) } },
    fileAccess: withClientAccess(access, settings),
    process,
    signal,
  };
}

/** Detects secrets that cross the end of what is kept. */
const MARGIN_CHARACTERS = 16 * 1024;
