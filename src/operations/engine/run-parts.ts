import { SharedConnections } from '../../http/connections/shared-connections.js';
import type { AskSecret } from '../../runner/plan/secret-command.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { createConfiguration } from '../settings/configuration.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import { PlanCache } from '../runs/plan-cache.js';
import type { Log } from '../settings/log.js';
import type { ExecutionParts } from '../runs/perform-execution.js';
import { createServerFileAccess } from '../files/server-file-access.js';
import { ServerSettings } from '../settings/server-settings.js';
import type { EngineSetup } from './engine-setup.js';

export interface RunPartsInput {
  readonly setup: EngineSetup;
  readonly log: Log;
  readonly cpuTime: () => number;
  /** Left out unless the operator permits programs that print secrets. */
  readonly askSecret?: AskSecret | undefined;
}

export function createRunParts(
  { setup, log, cpuTime, askSecret }: RunPartsInput,
  files: IndexedFiles,
): ExecutionParts {
  const options = { ...setup, log };
  // The main thread already reports problems of the config to the operator.
  const configuration = createConfiguration({ ...setup, log: () => undefined });
  let fileAccess: FileAccess | undefined;
  return {
    options,
    files,
    settings: new ServerSettings(options, configuration),
    /** Created by the first run that finds the workspace, which may be removed at any time. */
    get fileAccess() {
      return (fileAccess ??= createServerFileAccess(setup.root, files));
    },
    plans: new PlanCache(),
    connections: new SharedConnections(),
    cpuTime,
    askSecret,
  };
}
