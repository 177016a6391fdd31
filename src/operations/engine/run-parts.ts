import { SharedConnections } from '../../http/shared-connections.js';
import type { FileAccess } from '../../runner/run-input.js';
import { createConfiguration } from '../configuration.js';
import type { IndexedFiles } from '../indexed-files.js';
import { KnownPlans } from '../known-plans.js';
import type { Log } from '../log.js';
import type { ExecutionParts } from '../perform-execution.js';
import { serverFileAccess } from '../server-file-access.js';
import { ServerSettings } from '../server-settings.js';
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
    plans: new KnownPlans(),
    connections: new SharedConnections(),
    cpuTime,
  };
}
