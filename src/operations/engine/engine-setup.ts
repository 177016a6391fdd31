import type { MessagePort } from 'node:worker_threads';
import type { LogFields, LogLevel } from '../settings/log.js';
import type { SettingsOptions } from '../settings/server-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';

/** The part of the operator's options that engine threads need and that can be copied to them. */
export type EngineSetup = Omit<SettingsOptions, 'log'> & Pick<ServiceOptions, 'config'>;

/** The setup of one thread. */
export interface ThreadSetup extends EngineSetup {
  readonly lane: 'light' | 'heavy';
  /** The memory of its CallMarks. */
  readonly marks: SharedArrayBuffer;
  /** Holds one number, which is not 0 while events have listeners. */
  readonly listeners: SharedArrayBuffer;
  /** Asks the main thread for secrets; left out unless the operator permits it. */
  readonly secretPort?: MessagePort | undefined;
}

/** Reports of engine threads that belong to no call. */
export type EngineNotice =
  | { readonly log: { readonly level: LogLevel; readonly message: string; readonly fields: LogFields } }
  /** An evaluation thread was ended because it did not respond in time. */
  | { readonly restart: true };

/** Larger request files take more than about 20 ms to parse, so only threads of the heavy lane read them. */
export const MAX_LIGHT_FILE_BYTES = 128 * 1024;
