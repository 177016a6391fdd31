import type { SettingsOptions } from '../settings/server-settings.js';
import type { ServiceOptions } from '../settings/service-options.js';

/** What the operator chose, as far as it is data and engine threads need it. */
export type EngineSetup = Omit<SettingsOptions, 'log'> & Pick<ServiceOptions, 'config'>;

/** What is different from thread to thread. */
export interface ThreadSetup extends EngineSetup {
  readonly lane: 'light' | 'heavy';
  /** Of CallMarks. */
  readonly marks: SharedArrayBuffer;
  /** One number: not 0 while somebody listens to events. */
  readonly listeners: SharedArrayBuffer;
}

/** Larger request files take more than some 20 ms to parse, so they are read in threads for heavy work only. */
export const MAX_LIGHT_FILE_BYTES = 128 * 1024;
