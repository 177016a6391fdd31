import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { watch as watchTree, type FSWatcher } from 'chokidar';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { filesNamedBy } from '../../workspace/files/missing-files.js';
import { isRequestFileName } from '../../workspace/paths/path-text.js';

export interface FileWatch {
  /** How many files the last run has read. */
  readonly size: number;
  /** A run begins, and what the one before had read is no longer of interest when it is over. */
  readonly startOver: () => void;
  /** Files that the run reads, absolute. */
  readonly include: (paths: readonly string[]) => void;
  /** From then on no change is missed. */
  readonly ready: Promise<unknown>;
  /** Waits until changes have come and then ceased for a moment; gives the paths, as users see them. */
  readonly nextChange: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Follows the files of a run and, below the directories among the paths, request files to come (cli.md 6.4). */
export async function watchFiles(
  paths: readonly string[],
  cwd: string,
  config: string | undefined,
): Promise<FileWatch> {
  const named = paths.map((path) => resolve(cwd, path));
  const directories = await directoriesOf(named);
  const lasting = named.filter((path) => !directories.includes(path));
  const configs = new Set(possibleConfigs(named[0] ?? cwd, cwd, config));
  const changes = new Changes();
  let files = new Set(lasting);
  let next = new Set(lasting);
  const isFollowed = (path: string): boolean => files.has(path) || configs.has(path);
  // Single files are followed through their folder, so that one replaced by renaming is still the same.
  const folders = watchTree(foldersOf([...lasting, ...configs]), {
    ...OPTIONS,
    depth: 0,
    ignored: (path, stats) => stats?.isDirectory() === false && !isFollowed(path),
  });
  const trees = watchTree(directories, { ...OPTIONS, ignored: isOutOfReach(directories) });
  const note = (path: string): void => changes.add(relative(cwd, path).replaceAll(sep, '/'));
  onChange(folders, (path) => (isFollowed(path) ? note(path) : undefined));
  onChange(trees, (path) => (isRequestFileName(path) ? note(path) : undefined));
  const watchers = directories.length === 0 ? [folders] : [folders, trees];
  const ready = Promise.all(
    watchers.map((watcher) => new Promise<void>((done) => watcher.on('ready', done))),
  );
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
      folders.add(foldersOf(read));
    },
    ready,
    nextChange: (signal) => {
      files = next;
      return changes.next(signal);
    },
    close: async () => {
      await Promise.all([folders.close(), trees.close()]);
    },
  };
}

/** The file itself and what its requests name, absolute. */
export function filesOfRun({ file, directory, shown }: RunnableFile): string[] {
  const own = join(directory, shown.slice(shown.lastIndexOf('/') + 1));
  return [
    own,
    ...file.requests.flatMap((request) => filesNamedBy(request).map((path) => resolve(directory, path))),
  ];
}

const OPTIONS = { ignoreInitial: true, followSymlinks: false } as const;

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

/** Where a config file is looked for, also when there is none yet. */
function possibleConfigs(first: string, cwd: string, config: string | undefined): string[] {
  if (config !== undefined) return [resolve(cwd, config)];
  const places = [cwd, first, dirname(first)];
  return places.flatMap((place) => [join(place, 'service.yaml'), join(place, 'service.yml')]);
}

function foldersOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => dirname(path)))];
}

/** The same that a walk leaves out (cli.md 6.2). */
function isOutOfReach(directories: readonly string[]): (path: string) => boolean {
  return (path) => {
    const below = directories.filter((directory) => path.startsWith(directory + sep));
    const [nearest] = below.sort((a, b) => b.length - a.length);
    if (nearest === undefined) return false;
    return path
      .slice(nearest.length + 1)
      .split(sep)
      .some((name) => name.startsWith('.') || name === 'node_modules');
  };
}

function onChange(watcher: FSWatcher, listener: (path: string) => void): void {
  for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, listener);
  // A folder that cannot be read is not followed; the run itself says what it lacks.
  watcher.on('error', () => undefined);
}

const QUIET_TIME = 300;

/** Paths that changed since they were last asked for. */
class Changes {
  #paths = new Set<string>();
  #wake: (() => void) | undefined;

  add(path: string): void {
    this.#paths.add(path);
    this.#wake?.();
  }

  /** Every further change starts the waiting anew. */
  async next(signal: AbortSignal): Promise<readonly string[]> {
    await new Promise<void>((done) => {
      let timer: NodeJS.Timeout | undefined;
      const wait = (): void => {
        clearTimeout(timer);
        timer = setTimeout(finish, QUIET_TIME);
      };
      const finish = (): void => {
        clearTimeout(timer);
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
