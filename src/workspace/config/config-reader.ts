import { statSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { Config } from './config.js';
import { configIn } from './config-search.js';
import { CONFIG_PARSER, type ConfigParser } from './config-parser.js';
import { notValid, problemLine, wholeProblem } from './config-text.js';
import { diskReason, isAbsent } from '../paths/disk-error.js';
import type { TextProblem } from './yaml-text.js';
import { isSettled, sameVersion, type FileVersion } from '../paths/file-version.js';
import { outsideProblem, readConfigFile } from './read-config.js';

export interface ConfigPlace {
  /** Workspace directory, absolute. */
  readonly root: string;
  /** A config file that was named, absolute; it may lie outside the root. */
  readonly named: string | undefined;
  readonly onWarning: (message: string) => void;
  readonly reading?: ConfigParser;
}

/** A config file, there or to be made. */
export interface ConfigTarget {
  readonly absolute: string;
  /** Undefined for a file that was named, which may lie anywhere. */
  readonly root: string | undefined;
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
  readonly #reading: ConfigParser;
  #last: Reading | undefined;
  #warned: ReadonlySet<string> = new Set();

  constructor(place: ConfigPlace) {
    this.#place = place;
    this.#reading = place.reading ?? CONFIG_PARSER;
  }

  /** The file in use, absolute, if it is there, valid or not; a directory or device is none. */
  async find(): Promise<string | undefined> {
    try {
      return this.#found()?.absolute;
    } catch {
      return undefined;
    }
  }

  /** Where settings are written, also when there is no file yet, and the folder where it must lie. */
  async target(): Promise<ConfigTarget> {
    const { named, root } = this.#place;
    const absolute = (await this.find()) ?? named ?? join(root, 'service.yaml');
    return { absolute, root: named === undefined ? root : undefined };
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
    const root = this.#place.named === undefined ? this.#place.root : undefined;
    const bytes = await readWhole({ absolute, root }, version).catch((error: unknown) => {
      const outside = outsideProblem(error);
      if (outside === undefined) throw unreadable(absolute, error);
      throw this.#refusal(shown, [wholeProblem(outside)]);
    });
    if (bytes === undefined) return NONE;
    const { config, problems, warnings: further } = await this.#reading.parse(bytes);
    if (!config) throw this.#refusal(shown, problems);
    const warnings = [...before, ...further.map((warning) => problemLine(shown, warning))];
    this.#warn(warnings);
    return { config, directory: dirname(absolute), warnings };
  }

  #refusal(shown: string, problems: readonly TextProblem[]): ServiceError {
    const failure = notValid(shown, problems);
    this.#warn([failure.message]);
    return failure;
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
async function readWhole(target: ConfigTarget, found: FileVersion): Promise<Buffer | undefined> {
  let version = found;
  for (let reading = 1; ; reading += 1) {
    try {
      const bytes = await readConfigFile(target);
      const now = versionOf(target.absolute);
      if (now && sameVersion(now, version)) return bytes;
      if (now && reading === MOST_READINGS) return bytes;
      if (now) version = now;
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}
