import type { LogFields, LogLevel } from '../settings/log.js';

/** Reports of engine threads that belong to no call. */
export type EngineNotice =
  | { readonly log: { readonly level: LogLevel; readonly message: string; readonly fields: LogFields } }
  /** An evaluation thread was ended because it did not respond in time. */
  | { readonly restart: true };
