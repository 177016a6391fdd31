import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { systemClock, type Clock, type ClockTimer } from '../../primitives/clock.js';
import { namedScriptFiles } from '../../request-file/parse/request-scripts.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { filesNamedBy } from '../../workspace/files/named-files.js';
import { isBelow } from '../../workspace/paths/boundary.js';
import { isCommandLineFileName } from '../../workspace/paths/path-text.js';
import { PathWatch } from '../../workspace/watch/watch-paths.js';

export interface FileWatch {
  /** How many files the last run has read. */
  readonly size: number;
  /** Called when a run starts: files that only earlier runs have read are no longer watched after it. */
  readonly startOver: () => void;
  /** Adds files that the run reads, by absolute paths. */
  readonly include: (paths: readonly string[]) => void;
  /** From then on no change is missed. */
  readonly ready: Promise<unknown>;
  /** Waits for changes until none has come for a moment; returns the paths relative to the current directory. */
  readonly nextChange: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Watches the files of a run, and the directories among the paths for new request files. */
export async function watchFiles(
  paths: readonly string[],
  cwd: string,
  config: string | undefined,
  clock: Clock = systemClock,
): Promise<FileWatch> {
  const named = paths.map((path) => resolve(cwd, path));
  const directories = await directoriesOf(named);
  const lasting = named.filter((path) => !directories.includes(path));
  const configs = new Set(possibleConfigs(named[0] ?? cwd, cwd, config));
  const changes = new Changes(clock);
  let files = new Set(lasting);
  let next = new Set(lasting);
  const isNew = (path: string): boolean =>
    isCommandLineFileName(path) && directories.some((directory) => isBelow(path, directory));
  const watch = new PathWatch({
    directories,
    clock,
    onChange: (path) => {
      if (files.has(path) || configs.has(path) || isNew(path))
        changes.add(relative(cwd, path).replaceAll(sep, '/'));
    },
  });
  const ready = Promise.all([watch.start(), watch.add([...lasting, ...configs])]);
  return {
    get size() {
      return next.size;
    },
    startOver: () => {
      next = new Set(lasting);
    },
    include: (read) => {
      for (const path of read) next.add(path);
      files = new Set([...files, ...next]);
      void watch.add(read);
    },
    ready,
    nextChange: (signal) => {
      files = next;
      return changes.next(signal);
    },
    close: () => watch.close(),
  };
}

/** Absolute paths of the file itself and of the files that it and its requests name. */
export function listFilesOfRun({ file, directory, shown }: RunnableFile): string[] {
  const own = join(directory, shown.slice(shown.lastIndexOf('/') + 1));
  const named = [...(file.imports ?? []), ...(file.runs ?? [])].flatMap(({ path }) => path ?? []);
  for (const request of file.requests) {
    named.push(...filesNamedBy(request));
    for (const { text } of request.foreign) named.push(...namedScriptFiles(text));
  }
  return [own, ...named.map((path) => resolve(directory, path))];
}

async function directoriesOf(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isDirectory = await stat(path).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isDirectory) found.push(path);
  }
  return found;
}

/** Where a config file is searched, so that a new one is noticed too. */
function possibleConfigs(first: string, cwd: string, config: string | undefined): string[] {
  if (config !== undefined) return [resolve(cwd, config)];
  const places = [cwd, first, dirname(first)];
  return places.flatMap((place) => [join(place, 'service.yaml'), join(place, 'service.yml')]);
}

const QUIET_MS = 300;

/** Collects changed paths until the next call of `next`. */
class Changes {
  readonly #clock: Clock;
  #paths = new Set<string>();
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(path: string): void {
    this.#paths.add(path);
    this.#wake?.();
  }

  /** Every further change restarts the waiting time. */
  async next(signal: AbortSignal): Promise<readonly string[]> {
    await new Promise<void>((done) => {
      let timer: ClockTimer | undefined;
      const wait = (): void => {
        timer?.cancel();
        timer = this.#clock.at(this.#clock.now() + QUIET_MS, finish);
      };
      const finish = (): void => {
        timer?.cancel();
        signal.removeEventListener('abort', finish);
        this.#wake = undefined;
        done();
      };
      this.#wake = wait;
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
      else if (this.#paths.size > 0) wait();
    });
    const changed = [...this.#paths].sort();
    this.#paths = new Set();
    return changed;
  }
}
