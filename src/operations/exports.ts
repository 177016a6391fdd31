import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../runner/options.js';
import type { Configuration } from './configuration.js';
import type { ConversionThreads } from './conversion-threads.js';
import type { ExportedCommands, ExportSettings } from './export-curl.js';
import { ServerSettings, type SettingsOptions } from './server-settings.js';
import { orShuttingDown } from './shutting-down.js';
import type { WorkspaceFiles } from './workspace-files.js';

export interface ExportRequest {
  readonly file: string;
  /** All requests when it is left out or empty. */
  readonly requestName?: string | undefined;
  /** Gives values to more than variables of the file and functions. */
  readonly environment?: string | undefined;
}

/** Requests of the workspace as commands of other tools (server.md 14). */
export interface Exports {
  curl(request: ExportRequest, signal: AbortSignal): Promise<ExportedCommands>;
}

export interface ExportsInput {
  readonly options: SettingsOptions;
  readonly files: Pick<WorkspaceFiles, 'judge' | 'raw'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly threads: ConversionThreads;
}

export function createExports({ options, files, configuration, threads }: ExportsInput): Exports {
  const { root, process } = options;
  const known = new ServerSettings(options);
  return {
    curl: async ({ file, requestName, environment }, signal) => {
      const { path } = await files.judge(file);
      const chosen = environment ? await known.of(await configuration.current(), environment) : undefined;
      const settings = chosen ? sendable(chosen.options, process) : LITTLE;
      const converted = threads.run<'export'>(async () => {
        const { bytes } = await files.raw(file);
        return { kind: 'export', path, bytes, root, settings, ...(requestName && { requestName }) };
      }, signal);
      const { commands, warnings } = await orShuttingDown(converted, signal);
      const problem = chosen?.options.environmentProblem;
      return { commands, warnings: problem === undefined ? warnings : [problem, ...warnings] };
    },
  };
}

/** Variables of the file and functions only, not even those of the operator. */
const LITTLE: ExportSettings = { ...sendable(DEFAULT_RUN_OPTIONS, {}), full: false };

function sendable(
  { operatorVariables, secretNames, environment, dotenv, headers }: RunOptions,
  process: ExportSettings['process'],
): ExportSettings {
  return { full: true, process, operatorVariables, secretNames, environment, dotenv, headers };
}
