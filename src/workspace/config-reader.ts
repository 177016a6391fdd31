import { statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../errors.js';
import type { Config } from './config.js';
import { configIn } from './config-search.js';
import { READ_CONFIG_HERE, type ConfigReading } from './config-reading.js';
import { LARGEST_CONFIG, notValid, problemLine } from './config-text.js';
import { diskReason, isAbsent } from './disk-error.js';
import { isSettled, sameVersion, type FileVersion } from './file-version.js';
import { readLimited } from './read-limited.js';

export interface ConfigPlace {
  /** Workspace directory, absolute. */
  readonly root: string;
  /** A config file that was named, absolute; it may lie outside the root. */
  readonly named: string | undefined;
  readonly onWarning: (message: string) => void;
  readonly reading?: ConfigReading;
}

/** The config file at this moment. */
export interface CurrentConfig {
  readonly config: Config;
  /** Of the file; undefined without one. */
  readonly directory: string | undefined;
  readonly warnings: readonly string[];
}

/** Reads the config file of a server again whenever it has changed (server.md 8.1, 8.2). */
export class ConfigReader {
  readonly #place: ConfigPlace;
  readonly #reading: ConfigReading;
  #last: Reading | undefined;
  #warned: ReadonlySet<string> = new Set();

  constructor(place: ConfigPlace) {
    this.#place = place;
    this.#reading = place.reading ?? READ_CONFIG_HERE;
  }

  /** The file in use, absolute, if it is there, valid or not; a directory or device is none. */
  async find(): Promise<string | undefined> {
    try {
      return this.#found()?.absolute;
    } catch {
      return undefined;
    }
  }

  /** Where settings are written, also when there is no file yet. */
  async target(): Promise<string> {
    return (await this.find()) ?? this.#place.named ?? join(this.#place.root, 'service.yaml');
  }

  /** Throws row C1 while the file is not valid: no older version is used silently. */
  async current(): Promise<CurrentConfig> {
    const found = this.#found();
    if (!found) return NONE;
    const last = this.#last;
    const isSame = last?.absolute === found.absolute && sameVersion(last.version, found.version);
    if (isSame && isSettled(last.version, last.readAt)) return last.result;
    const result = this.#read(found);
    this.#last = { ...found, result, readAt: Date.now() };
    return result;
  }

  #found(): Found | undefined {
    const { root, named } = this.#place;
    const usual = { absolute: named ?? join(root, 'service.yaml'), warnings: [] };
    const { absolute, warnings } = (named === undefined ? configIn(root, root) : undefined) ?? usual;
    try {
      const version = versionOf(absolute);
      return version && { absolute, version, warnings };
    } catch (error) {
      throw unreadable(absolute, error);
    }
  }

  async #read({ absolute, version, warnings: before }: Found): Promise<CurrentConfig> {
    const shown = basename(absolute);
    const bytes = await readWhole(absolute, version);
    if (bytes === undefined) return NONE;
    const { config, problems, warnings: further } = await this.#reading.parse(bytes);
    if (!config) {
      const failure = notValid(shown, problems);
      this.#warn([failure.message]);
      throw failure;
    }
    const warnings = [...before, ...further.map((warning) => problemLine(shown, warning))];
    this.#warn(warnings);
    return { config, directory: dirname(absolute), warnings };
  }

  /** Each once, until a version does without it. */
  #warn(warnings: readonly string[]): void {
    for (const warning of warnings) if (!this.#warned.has(warning)) this.#place.onWarning(warning);
    this.#warned = new Set(warnings);
  }
}

interface Found {
  readonly absolute: string;
  readonly version: FileVersion;
  readonly warnings: readonly string[];
}

interface Reading extends Found {
  readonly result: Promise<CurrentConfig>;
  readonly readAt: number;
}

const NONE: CurrentConfig = { config: {}, directory: undefined, warnings: [] };
const MOST_READINGS = 5;

/** Throws when the system does not even say whether there is one: that is not the same as none. */
function versionOf(path: string): Stats | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : undefined;
}

function unreadable(absolute: string, error: unknown): ServiceError {
  return new ServiceError('disk', `could not read ${basename(absolute)}: ${diskReason(error)}`, {
    cause: error,
  });
}

/** Not the beginning of one version and the end of another; undefined when the file has gone. */
async function readWhole(absolute: string, found: FileVersion): Promise<Buffer | undefined> {
  let version = found;
  for (let reading = 1; ; reading += 1) {
    try {
      const bytes = await readLimited(absolute, LARGEST_CONFIG);
      const now = versionOf(absolute);
      if (now && sameVersion(now, version)) return bytes;
      if (now && reading === MOST_READINGS) return bytes;
      if (now) version = now;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw unreadable(absolute, error);
    }
  }
}
