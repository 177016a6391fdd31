import type { LogFields, LogLevel } from '../settings/log.js';

/** What engine threads report that belongs to no call. */
export type EngineNotice =
  | { readonly log: { readonly level: LogLevel; readonly message: string; readonly fields: LogFields } }
  /** A thread of theirs was ended because it did not answer in time. */
  | { readonly restart: true };
