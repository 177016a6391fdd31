import { SharedConnections } from '../../http/connections/shared-connections.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { createConfiguration } from '../settings/configuration.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import { PlanCache } from '../runs/plan-cache.js';
import type { Log } from '../settings/log.js';
import type { ExecutionParts } from '../runs/perform-execution.js';
import { serverFileAccess } from '../files/server-file-access.js';
import { ServerSettings } from '../settings/server-settings.js';
import type { EngineSetup } from './engine-setup.js';

/** What runs of one thread share: parsed files, settings, plans and kept-alive connections. */
export interface RunParts extends ExecutionParts {
  readonly files: IndexedFiles;
  /** Milliseconds of CPU that the process has used. */
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
    // Whoever started this thread tells the operator what is wrong with the config.
    configuration: createConfiguration({ ...setup, log: () => undefined }),
    settings: new ServerSettings(options),
    /** Made when a run needs it, since there may be no workspace any more. */
    get fileAccess() {
      return (fileAccess ??= serverFileAccess({ options, files }));
    },
    plans: new PlanCache(),
    connections: new SharedConnections(),
    cpuTime,
  };
}
