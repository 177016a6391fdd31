import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { watch as watchTree, type FSWatcher } from 'chokidar';
import type { RunnableFile } from '../runner/run-input.js';
import { filesNamedBy } from '../workspace/missing-files.js';
import { isRequestFileName } from '../workspace/path-text.js';

export interface FileWatch {
  /** How many files are watched now. */
  readonly size: number;
  /** What a run has read: replaces what the run before had read. */
  readonly include: (inputs: readonly string[], files: readonly RunnableFile[]) => void;
  /** Waits until changes have come and then ceased for a moment; gives the paths, as users see them. */
  readonly nextChange: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Follows the files of a run and, below the directories among the paths, request files to come (cli.md 6.4). */
export async function watchFiles(paths: readonly string[], cwd: string): Promise<FileWatch> {
  const directories = await directoriesOf(paths.map((path) => resolve(cwd, path)));
  const named = paths.map((path) => resolve(cwd, path)).filter((path) => !directories.includes(path));
  const changes = new Changes();
  /** Single files are followed through their folder, so that one replaced by renaming is still the same. */
  let files = new Set<string>(named);
  const shown = (path: string): string => relative(cwd, path).replaceAll(sep, '/');
  const folders = watchTree(
    [...files].map((path) => dirname(path)),
    {
      ...OPTIONS,
      depth: 0,
      ignored: (path, stats) => stats?.isDirectory() === false && !files.has(path),
    },
  );
  const trees = watchTree(directories, { ...OPTIONS, ignored: isOutOfReach(directories) });
  const note = (path: string, wanted: boolean): void => {
    if (wanted) changes.add(shown(path));
  };
  onChange(folders, (path) => note(path, files.has(path)));
  onChange(trees, (path) => note(path, isRequestFileName(path) && !files.has(path)));
  return {
    get size() {
      return files.size;
    },
    include: (inputs, loaded) => {
      files = new Set([...named, ...inputs, ...loaded.flatMap(filesOf)]);
      folders.add([...new Set([...files].map((path) => dirname(path)))]);
    },
    nextChange: (signal) => changes.next(signal),
    close: async () => {
      await Promise.all([folders.close(), trees.close()]);
    },
  };
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

function filesOf({ file, directory, shown }: RunnableFile): string[] {
  const own = join(directory, shown.slice(shown.lastIndexOf('/') + 1));
  return [
    own,
    ...file.requests.flatMap((request) => filesNamedBy(request).map((path) => resolve(directory, path))),
  ];
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
