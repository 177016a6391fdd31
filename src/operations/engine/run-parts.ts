import { SharedConnections } from '../../http/connections/shared-connections.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { createConfiguration } from '../settings/configuration.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import { PlanCache } from '../runs/plan-cache.js';
import type { Log } from '../settings/log.js';
import type { ExecutionParts } from '../runs/perform-execution.js';
import { createServerFileAccess } from '../files/server-file-access.js';
import { ServerSettings } from '../settings/server-settings.js';
import type { EngineSetup } from './engine-setup.js';

/** The state that runs of one thread share: parsed files, settings, plans and persistent connections. */
export interface RunParts extends ExecutionParts {
  readonly files: IndexedFiles;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
}

export interface RunPartsInput {
  readonly setup: EngineSetup;
  readonly log: Log;
  readonly cpuTime: () => number;
}

export function createRunParts({ setup, log, cpuTime }: RunPartsInput, files: IndexedFiles): RunParts {
  const options = { ...setup, log };
  let fileAccess: FileAccess | undefined;
  return {
    options,
    files,
    // The main thread already reports problems of the config to the operator.
    configuration: createConfiguration({ ...setup, log: () => undefined }),
    settings: new ServerSettings(options),
    /** Created for each run, since the workspace may have been removed since. */
    get fileAccess() {
      return (fileAccess ??= createServerFileAccess({ options, files }));
    },
    plans: new PlanCache(),
    connections: new SharedConnections(),
    cpuTime,
  };
}
