import { SharedConnections } from '../../http/shared-connections.js';
import type { FileAccess } from '../../runner/run-input.js';
import { createConfiguration } from '../configuration.js';
import { createIndexedFiles, type IndexedFiles } from '../indexed-files.js';
import { KnownPlans } from '../known-plans.js';
import type { Log } from '../log.js';
import type { ExecutionParts } from '../perform-execution.js';
import { serverFileAccess } from '../server-file-access.js';
import { ServerSettings } from '../server-settings.js';
import type { EngineSetup } from './engine-setup.js';

/** What the operations of one thread share: parsed files, settings, plans and kept-alive connections. */
export interface ThreadParts extends ExecutionParts {
  readonly files: IndexedFiles;
  /** Milliseconds of CPU that the process has used. */
  readonly cpuTime: () => number;
}

export interface ThreadPartsInput {
  readonly setup: EngineSetup;
  readonly log: Log;
  readonly cpuTime: () => number;
  /** Larger request files are not read in this thread. */
  readonly maxFileBytes: number;
}

export function createThreadParts(input: ThreadPartsInput): ThreadParts {
  const { setup, log, cpuTime, maxFileBytes: maxParsedBytes } = input;
  const options = { ...setup, log };
  const onProblem = (message: string): void => log('warn', message);
  const files = createIndexedFiles({ root: setup.root, maxParsedBytes, onProblem });
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
