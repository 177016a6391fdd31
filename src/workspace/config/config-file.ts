import { dirname } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { Path } from '../../primitives/shapes/check-shape.js';
import type { Config } from './config.js';
import type { FoundConfig } from './config-search.js';
import { parseConfig, problemLine, problemsError } from './config-text.js';
import { diskReason } from '../paths/disk-error.js';
import { describeOutside, readConfigBytes } from './read-config.js';

export interface LoadedConfig {
  readonly config: Config;
  /** The directory of the file, which is the root of the workspace and the base of its relative paths. */
  readonly directory: string;
  readonly warnings: readonly string[];
  /** `service.yaml:7:3: …`: the message of a problem with the value of a key. */
  readonly problemAt: (path: Path, message: string) => string;
}

/** Reads and checks a config file, or its text in an editor; the error names all problems, one per line. */
export async function loadConfig(
  found: FoundConfig,
  signal?: AbortSignal,
  openText?: string,
): Promise<LoadedConfig> {
  const { absolute, shown, warnings } = found;
  const source = openText ?? (await readConfig(found, signal));
  const { config, problems, warnings: further, problemAt } = parseConfig(source);
  if (!config) throw problemsError(shown, problems);
  const lines = further.map((warning) => problemLine(shown, warning));
  return {
    config,
    directory: dirname(absolute),
    warnings: [...warnings, ...lines],
    problemAt: (path, message) => (problemAt ? problemLine(shown, problemAt(path, message)) : message),
  };
}

/** The bytes of a config file: at most one more than allowed, which is enough to refuse it. */
export async function readConfig(
  found: Omit<FoundConfig, 'warnings'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    return await readConfigBytes(found, signal);
  } catch (error) {
    const reason = describeOutside(error) ?? diskReason(error);
    throw new ServiceError('input', `cannot read config file ${found.shown}: ${reason}`, { cause: error });
  }
}
