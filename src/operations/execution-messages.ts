/** What the server and the thread that runs large files tell each other. */
import type { EventPayloads } from '../events/event.js';
import type { RecentResult } from '../history/recent.js';
import type { ContractRequest } from './contract-request.js';
import type { ExecutionRequest } from './execution-request.js';
import type { LogFields, LogLevel } from './log.js';
import type { SettingsOptions } from './server-settings.js';
import type { ServiceOptions } from './service-options.js';
import type { ThreadFailure } from './thread-failure.js';

/** What the operator chose, as far as it is data. */
export type ThreadSetup = Omit<SettingsOptions, 'log'> & Pick<ServiceOptions, 'config'>;

export type ToThread =
  | { readonly execute: ExecutionRequest; readonly id: string }
  | { readonly verify: ContractRequest; readonly id: string }
  /** The text of a request file, and where it belongs. */
  | { readonly check: string; readonly file: string; readonly id: string }
  /** Why. */
  | { readonly abort: string; readonly id: string }
  | { readonly stored: number; readonly runId: number };

export type FromThread =
  | { readonly progress: readonly EventPayloads['request_progress'][] }
  /** A number to answer with, and what is to be kept. */
  | {
      readonly store: number;
      readonly rows: Uint8Array | undefined;
      readonly recent: readonly RecentResult[];
    }
  | { readonly id: string; readonly line: Uint8Array }
  | { readonly id: string; readonly thrown: ThreadFailure }
  | { readonly level: LogLevel; readonly message: string; readonly fields: LogFields };
