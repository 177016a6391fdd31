import { basename, dirname } from 'node:path';
import { ServiceError } from '../../errors.js';
import { decodeText } from '../../request-file/parse/decode-text.js';
import type { Config } from './config.js';
import type { ConfigEdit } from './config-edit.js';
import { CONFIG_PARSER, type ConfigParser } from './config-parser.js';
import type { ConfigTarget } from './config-reader.js';
import { notValid, wholeProblem } from './config-text.js';
import { MAX_CONFIG_BYTES } from './config-limit.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import { isSettled, isUnchanged, versionAt } from '../paths/file-version.js';
import { writeOutput } from '../output/write-output.js';
import { withProcessLock } from '../write/process-lock.js';
import { outsideProblem, readConfigFile } from './read-config.js';
import { readRegularSync } from '../paths/read-limited.js';
import { queueByKey } from '../write/queue-by-key.js';
import { writePlace } from '../paths/write-place.js';

/**
 * Changes a config file and gives the settings afterwards. Writers take turns, those of other processes of
 * ours too; the change is asked for again when somebody else has written in between. A file that is not there is
 * made, readable by its owner only; one that is not valid is never written to.
 */
export async function editConfigFile(
  target: ConfigTarget,
  change: (config: Config) => readonly ConfigEdit[],
  shown = basename(target.absolute),
  reading: ConfigParser = CONFIG_PARSER,
  root = dirname(target.absolute),
): Promise<Config> {
  const { absolute } = target;
  const place = writePlace(absolute);
  const edit = async (): Promise<Config> => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const version = versionAt(absolute);
      const readAt = Date.now();
      const bytes = await readBytes(target, shown);
      const { config, text } = await changed(bytes, change, shown, reading);
      if (text === undefined) return config;
      const isSure = version === undefined || isSettled(version, readAt);
      const isSame = (): boolean =>
        isUnchanged(absolute, version) &&
        (isSure || readRegularSync(absolute, MAX_CONFIG_BYTES).equals(bytes ?? NOTHING));
      const options = { mode: 0o600, isSame, links: 'refuse', folders: 'require' } as const;
      const file = { absolute, shown, folders: [root] };
      if (await isWritten(writeOutput(file, text, options))) return config;
    }
    throw new ServiceError('conflict', `${shown} keeps changing while it is edited; try again`);
  };
  return queueByKey(place, async () => {
    // Refused before a lock is made beside a file of somebody else.
    await readBytes(target, shown);
    return withProcessLock(place, shown, edit);
  });
}

const NOTHING = Buffer.alloc(0);
/** The edit is repeated once (server.md 8.2). */
const MOST_ATTEMPTS = 2;

/** Not when somebody else has written in between. */
async function isWritten(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'changed') return false;
    throw error;
  }
}

interface Changed {
  readonly config: Config;
  /** Undefined when there is nothing to write. */
  readonly text: string | undefined;
}

async function changed(
  before: Buffer | undefined,
  change: (config: Config) => readonly ConfigEdit[],
  shown: string,
  reading: ConfigParser,
): Promise<Changed> {
  const config = await validConfig(before ?? '', shown, reading);
  const text = before ? decodeText(before).text : '';
  const next = await reading.edit(text, change(config), shown);
  if (next === text) return { config, text: undefined };
  return { config: await validConfig(next, shown, reading), text: next };
}

async function validConfig(
  source: string | Uint8Array,
  shown: string,
  reading: ConfigParser,
): Promise<Config> {
  const { config, problems } = await reading.parse(source);
  if (config) return config;
  throw notValid(shown, problems);
}

async function readBytes(target: ConfigTarget, shown: string): Promise<Buffer | undefined> {
  try {
    return await readConfigFile(target);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    const outside = outsideProblem(error);
    if (outside !== undefined) throw notValid(shown, [wholeProblem(outside)]);
    throw new ServiceError('disk', `could not read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}
