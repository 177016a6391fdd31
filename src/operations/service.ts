import type { EventBus } from '../events/bus.js';
import type { Configuration } from './configuration.js';
import type { Environments } from './environments.js';
import type { Executions } from './executions.js';
import type { HistoryAccess } from './history-access.js';
import type { ServiceOptions } from './service-options.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** Everything the service can be asked to do, joined; it knows nothing of HTTP. */
export interface Service {
  readonly options: ServiceOptions;
  readonly files: WorkspaceFiles;
  readonly environments: Environments;
  readonly configuration: Configuration;
  readonly executions: Executions;
  readonly history: HistoryAccess;
  readonly events: EventBus;
  health(): Promise<Health>;
  /** Cancels what runs, writes what is pending, lets go of everything (server.md 1.3, 2 to 5). */
  close(): Promise<void>;
}

export interface Health {
  readonly history: 'ok' | 'unavailable' | 'off';
  readonly watcher: 'on' | 'polling' | 'off';
  readonly config: 'ok' | 'none' | 'invalid';
}
