/** Loads what a measurement needs, for callers that have flags and paths. */
import { ServiceError } from '../../errors.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { LoadedRunFiles } from '../files/load-run-files.js';
import { withClientAccess } from '../settings/client-source.js';
import { filesToRun } from '../settings/files-to-run.js';
import { loadRunSettings, type RunSettings, type SettingsRequest } from '../settings/run-settings.js';
import type { StrengthInput } from './perform-strength.js';

export interface StrengthCall extends Pick<
  StrengthInput,
  'request' | 'signal' | 'onProgress' | 'onEvent' | 'onWarning'
> {
  readonly cwd: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly settings: SettingsRequest;
  readonly loading: Promise<LoadedRunFiles>;
}

export interface LoadedStrength extends StrengthInput {
  /** Warnings about the settings. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** All settings, of which a measurement needs a part. */
  readonly settings: RunSettings;
}

/** Throws for paths that cannot be read; `performStrength` throws for files with errors. */
export async function loadStrength(call: StrengthCall): Promise<LoadedStrength> {
  const { request, cwd, process, signal, onProgress, onEvent, onWarning } = call;
  const [loadedSettings, loaded] = await Promise.all([loadRunSettings(call.settings), call.loading]);
  if (loaded.problems.length > 0) throw new ServiceError('request-file', loaded.problems.join('\n'));
  const settings = withLines(loadedSettings, loaded);
  const { files } = await filesToRun(loaded.files, settings);
  const fileAccess = withClientAccess(workspaceFileAccess({ root: settings.root, shownFrom: cwd }), settings);
  const { warnings, notes } = settings;
  const handlers = { signal, onProgress, onEvent, onWarning };
  return { request, settings, files, fileAccess, process, ...handlers, warnings, notes };
}

function withLines(settings: RunSettings, { places }: LoadedRunFiles): RunSettings {
  if (places === undefined) return settings;
  const { options } = settings;
  return { ...settings, options: { ...options, selection: { ...options.selection, places } } };
}
