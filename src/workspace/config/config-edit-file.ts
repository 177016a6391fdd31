import { basename, dirname } from 'node:path';
import { ServiceError } from '../../errors.js';
import { decodeText } from '../../request-file/decode-text.js';
import type { Config } from './config.js';
import type { ConfigEdit } from './config-edit.js';
import { CONFIG_PARSER, type ConfigParser } from './config-parser.js';
import type { ConfigTarget } from './config-reader.js';
import { invalidConfig, fileProblem } from './config-text.js';
import { MAX_CONFIG_BYTES } from './config-limit.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import { isSettled, isUnchanged, statAt } from '../paths/file-version.js';
import { writeOutput } from '../output/write-output.js';
import { withProcessLock } from '../write/process-lock.js';
import { describeOutside, readConfigFile } from './read-config.js';
import { readRegularSync } from '../paths/read-limited.js';
import { queueByKey } from '../write/queue-by-key.js';
import { writePlace } from '../paths/write-place.js';

/**
 * Changes a config file and returns the new settings. Writers of all svc processes take turns, and the change is computed
 * again when another program has written in between. A missing file is created, readable by its owner only; an invalid
 * file is never written.
 */
export async function editConfigFile(
  target: ConfigTarget,
  change: (config: Config) => readonly ConfigEdit[],
  shown = basename(target.absolute),
  parser: ConfigParser = CONFIG_PARSER,
  root = dirname(target.absolute),
): Promise<Config> {
  const { absolute } = target;
  const place = writePlace(absolute);
  const edit = async (): Promise<Config> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const version = statAt(absolute);
      const readAt = Date.now();
      const bytes = await readBytes(target, shown);
      const { config, text } = await applyChange(bytes, change, shown, parser);
      if (text === undefined) return config;
      const isVersionReliable = version === undefined || isSettled(version, readAt);
      const isSame = (): boolean =>
        isUnchanged(absolute, version) &&
        (isVersionReliable || readRegularSync(absolute, MAX_CONFIG_BYTES).equals(bytes ?? EMPTY));
      const options = { mode: 0o600, isSame, links: 'refuse', folders: 'require' } as const;
      const file = { absolute, shown, folders: [root] };
      if (await wroteUnchanged(writeOutput(file, text, options))) return config;
    }
    throw new ServiceError('conflict', `${shown} keeps changing while it is edited; try again`);
  };
  return queueByKey(place, async () => {
    // A file outside the workspace is refused before a lock is created beside it.
    await readBytes(target, shown);
    return withProcessLock(place, shown, edit);
  });
}

const EMPTY = Buffer.alloc(0);
/** The edit is repeated once when the file changes meanwhile. */
const MAX_ATTEMPTS = 2;

/** False if another program has written in between. */
async function wroteUnchanged(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'changed') return false;
    throw error;
  }
}

interface ChangedConfig {
  readonly config: Config;
  /** Undefined when there is nothing to write. */
  readonly text: string | undefined;
}

async function applyChange(
  before: Buffer | undefined,
  change: (config: Config) => readonly ConfigEdit[],
  shown: string,
  parser: ConfigParser,
): Promise<ChangedConfig> {
  const config = await validConfig(before ?? '', shown, parser);
  const text = before ? decodeText(before).text : '';
  const next = await parser.edit(text, change(config), shown);
  if (next === text) return { config, text: undefined };
  return { config: await validConfig(next, shown, parser), text: next };
}

async function validConfig(
  source: string | Uint8Array,
  shown: string,
  parser: ConfigParser,
): Promise<Config> {
  const { config, problems } = await parser.parse(source);
  if (config) return config;
  throw invalidConfig(shown, problems);
}

async function readBytes(target: ConfigTarget, shown: string): Promise<Buffer | undefined> {
  try {
    return await readConfigFile(target);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const outside = describeOutside(error);
    if (outside !== undefined) throw invalidConfig(shown, [fileProblem(outside)]);
    throw new ServiceError('disk', `could not read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}
