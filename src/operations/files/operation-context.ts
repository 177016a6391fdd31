import type { AskSecret } from '../../runner/plan/secret-command.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';
import type { IndexedFiles } from './indexed-files.js';

/** The state that operations in one engine thread share. */
export interface OperationContext {
  readonly options: SettingsOptions;
  readonly files: IndexedFiles;
  readonly settings: ServerSettings;
  readonly fileAccess: FileAccess;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  /** Asks programs for secrets, in another thread. */
  readonly askSecret?: AskSecret | undefined;
}
