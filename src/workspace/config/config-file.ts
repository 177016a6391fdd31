import { dirname } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { Config } from './config.js';
import type { FoundConfig } from './config-search.js';
import { parseConfig, problemLine } from './config-text.js';
import { diskReason } from '../paths/disk-error.js';
import { outsideProblem, readConfigBytes } from './read-config.js';

export interface LoadedConfig {
  readonly config: Config;
  /** Directory of the file: root of the workspace and base of relative paths in it. */
  readonly directory: string;
  readonly warnings: readonly string[];
}

/** Reads and checks; throws with all problems, one per line. */
export async function loadConfig(found: FoundConfig, signal?: AbortSignal): Promise<LoadedConfig> {
  const { absolute, shown, warnings } = found;
  const { config, problems, warnings: further } = parseConfig(await readConfig(found, signal));
  if (!config) {
    throw new ServiceError('input', problems.map((problem) => problemLine(shown, problem)).join('\n'));
  }
  const lines = further.map((warning) => problemLine(shown, warning));
  return { config, directory: dirname(absolute), warnings: [...warnings, ...lines] };
}

/** Bytes of a config file, one more than allowed at most. */
export async function readConfig(
  found: Omit<FoundConfig, 'warnings'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    return await readConfigBytes(found, signal);
  } catch (error) {
    const reason = outsideProblem(error) ?? diskReason(error);
    throw new ServiceError('input', `cannot read config file ${found.shown}: ${reason}`, { cause: error });
  }
}
