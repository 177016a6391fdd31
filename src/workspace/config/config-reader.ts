import { statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { Config } from './config.js';
import { findConfigIn } from './config-search.js';
import { CONFIG_PARSER, type ConfigParser } from './config-parser.js';
import { invalidConfig, problemLine, fileProblem } from './config-text.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import type { TextProblem } from './yaml-text.js';
import { isSettled, sameVersion, type FileVersion } from '../paths/file-version.js';
import { describeOutside, readConfigFile } from './read-config.js';

export interface ConfigPlace {
  /** The absolute workspace directory. */
  readonly root: string;
  /** The absolute path given by `--config`, which may be outside the root. */
  readonly named: string | undefined;
  readonly onWarning: (message: string) => void;
  readonly parser?: ConfigParser;
}

/** A config file that exists or will be created. */
export interface ConfigTarget {
  readonly absolute: string;
  /** The folder that must contain the file; undefined for a file given by `--config`. */
  readonly root: string | undefined;
}

/** The present settings. */
export interface CurrentConfig {
  readonly config: Config;
  /** The directory of the file; undefined without one. */
  readonly directory: string | undefined;
  readonly warnings: readonly string[];
}

/** Reads the config file of a server again whenever it has changed. */
export class ConfigReader {
  readonly #place: ConfigPlace;
  readonly #parser: ConfigParser;
  #last: CachedConfig | undefined;
  #warned: ReadonlySet<string> = new Set();

  constructor(place: ConfigPlace) {
    this.#place = place;
    this.#parser = place.parser ?? CONFIG_PARSER;
  }

  /** The absolute path of the file in use, valid or not; undefined if there is no regular file. */
  async find(): Promise<string | undefined> {
    try {
      return this.#findFile()?.absolute;
    } catch {
      return undefined;
    }
  }

  /** The file to which settings are written, even if it does not exist yet. */
  async target(): Promise<ConfigTarget> {
    const { named, root } = this.#place;
    const absolute = (await this.find()) ?? named ?? join(root, 'service.yaml');
    return { absolute, root: named === undefined ? root : undefined };
  }

  /** Throws while the file is invalid: an older version is never used silently. */
  async current(): Promise<CurrentConfig> {
    const found = this.#findFile();
    if (!found) return NO_CONFIG;
    const last = this.#last;
    const isSame = last?.absolute === found.absolute && sameVersion(last.version, found.version);
    if (isSame && isSettled(last.version, last.readAt)) return last.result;
    const result = this.#read(found);
    this.#last = { ...found, result, readAt: Date.now() };
    return result;
  }

  #findFile(): FoundFile | undefined {
    const { root, named } = this.#place;
    const usual = { absolute: named ?? join(root, 'service.yaml'), warnings: [] };
    const { absolute, warnings } = (named === undefined ? findConfigIn(root, root) : undefined) ?? usual;
    try {
      const version = versionOf(absolute);
      return version && { absolute, version, warnings };
    } catch (error) {
      throw unreadableError(absolute, error);
    }
  }

  async #read({ absolute, version, warnings: before }: FoundFile): Promise<CurrentConfig> {
    const shown = basename(absolute);
    const root = this.#place.named === undefined ? this.#place.root : undefined;
    const bytes = await readConsistent({ absolute, root }, version).catch((error: unknown) => {
      const outside = describeOutside(error);
      if (outside === undefined) throw unreadableError(absolute, error);
      throw this.#reportInvalid(shown, [fileProblem(outside)]);
    });
    if (bytes === undefined) return NO_CONFIG;
    const { config, problems, warnings: further } = await this.#parser.parse(bytes);
    if (!config) throw this.#reportInvalid(shown, problems);
    const warnings = [...before, ...further.map((warning) => problemLine(shown, warning))];
    this.#warn(warnings);
    return { config, directory: dirname(absolute), warnings };
  }

  #reportInvalid(shown: string, problems: readonly TextProblem[]): ServiceError {
    const failure = invalidConfig(shown, problems);
    this.#warn([failure.message]);
    return failure;
  }

  /** Reports each warning once, until a version of the file no longer causes it. */
  #warn(warnings: readonly string[]): void {
    for (const warning of warnings) if (!this.#warned.has(warning)) this.#place.onWarning(warning);
    this.#warned = new Set(warnings);
  }
}

interface FoundFile {
  readonly absolute: string;
  readonly version: FileVersion;
  readonly warnings: readonly string[];
}

interface CachedConfig extends FoundFile {
  readonly result: Promise<CurrentConfig>;
  readonly readAt: number;
}

const NO_CONFIG: CurrentConfig = { config: {}, directory: undefined, warnings: [] };
const MAX_READ_ATTEMPTS = 5;

/** Throws when the file system cannot determine whether the file exists, which is not the same as a missing file. */
function versionOf(path: string): Stats | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : undefined;
}

function unreadableError(absolute: string, error: unknown): ServiceError {
  return new ServiceError('disk', `could not read ${basename(absolute)}: ${diskReason(error)}`, {
    cause: error,
  });
}

/** Bytes of a single version, never a mix of two; undefined when the file was removed. */
async function readConsistent(target: ConfigTarget, found: FileVersion): Promise<Buffer | undefined> {
  let version = found;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const bytes = await readConfigFile(target);
      const now = versionOf(target.absolute);
      if (now && sameVersion(now, version)) return bytes;
      if (now && attempt === MAX_READ_ATTEMPTS) return bytes;
      if (now) version = now;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}
