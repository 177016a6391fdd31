import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import { scriptReader } from '../../workspace/files/script-reader.js';
import { realPath } from '../../workspace/paths/write-place.js';
import { loadFiles, type LoadedFiles } from './load-files.js';

/** An argument of a run, with the line it names if it is `file.http:13`. */
export interface LineArgument {
  readonly path: string;
  readonly line?: number;
}

export interface RunArguments {
  readonly paths: readonly string[];
  /** The same arguments in the same order, if one of them names a line. */
  readonly lines?: readonly LineArgument[] | undefined;
  readonly cwd: string;
  /** The config file named by the user, whose directory is the workspace. */
  readonly config: string | undefined;
  /** The argument that stands for standard input, the name it has in reports, and how to read it. */
  readonly stdin: {
    readonly argument: string;
    readonly name: string;
    readonly read: () => Promise<Uint8Array>;
  };
}

export interface LoadedRunFiles extends LoadedFiles {
  /** By shown path, the indices of the requests at the lines that were named; other files run whole. */
  readonly places?: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Loads the files that the arguments of a run name, from disk and from standard input. */
export async function loadRunFiles(run: RunArguments): Promise<LoadedRunFiles> {
  const { paths, cwd, stdin, lines, config } = run;
  const findRoot = workspaceRoot({ named: config, cwd, firstPath: paths[0] });
  const at = paths.indexOf(stdin.argument);
  if (at < 0) return withPlaces(await loadFiles(paths, cwd, findRoot), lines, cwd);
  if (paths.includes(stdin.argument, at + 1)) {
    throw new ServiceError('usage', 'standard input can be read only once; give - once');
  }
  const before = await loadFiles(paths.slice(0, at), cwd, findRoot);
  const source = await stdin.read();
  const piped: RunnableFile = {
    file: await parseRequestFile(source, stdin.name, scriptReader(cwd, findRoot)),
    shown: stdin.name,
    directory: cwd,
    isPiped: true,
  };
  const after = await loadFiles(paths.slice(at + 1), cwd, findRoot);
  const seen = new Set(before.files.map(({ shown }) => shown));
  const files = [...before.files, piped, ...after.files.filter(({ shown }) => !seen.has(shown))];
  return withPlaces({ files, problems: [...before.problems, ...after.problems] }, lines, cwd);
}

/** A file that is also given without a line, or found in a directory, runs whole. */
async function withPlaces(
  loaded: LoadedFiles,
  lines: readonly LineArgument[] | undefined,
  cwd: string,
): Promise<LoadedRunFiles> {
  if (lines === undefined || loaded.problems.length > 0) return loaded;
  const wholePaths = lines.filter(({ line }) => line === undefined).map(({ path }) => path);
  const { findRequestFiles } = await import('./find-request-files.js');
  const whole = new Set((await findRequestFiles(wholePaths, cwd)).files.map(({ shown }) => shown));
  const { findRequestsAtLines } = await import('./find-requests-at-lines.js');
  const places = new Map<string, ReadonlySet<number>>();
  for (const runnable of loaded.files) {
    const named = lines.flatMap(({ path, line }) =>
      line !== undefined && isSameFile(path, runnable, cwd) ? [line] : [],
    );
    if (named.length > 0 && !whole.has(runnable.shown)) {
      places.set(runnable.shown, findRequestsAtLines(runnable, named));
    }
  }
  return { ...loaded, places };
}

/** One file may be named in several ways. */
function isSameFile(path: string, { shown, isPiped }: RunnableFile, cwd: string): boolean {
  const absolute = resolve(cwd, path);
  const own = resolve(cwd, shown);
  return !isPiped && (absolute === own || realPath(absolute) === realPath(own));
}
