import { parseSync } from 'rolldown/utils';
import type { SourceFile } from './source-rules.js';

/**
 * The files of `src` that change the disk, and why each of them may. Everything else writes through
 * `src/workspace/output/write-output.ts`, where one function decides what lies inside of the workspace.
 */
export const WRITING_FILES: Readonly<Record<string, string>> = {
  'src/workspace/output/locate-output.ts': 'makes the folders on the way to an output',
  'src/workspace/output/write-output.ts': 'writes outputs at the place that was decided on',
  'src/workspace/write/atomic-write.ts': 'replaces a file without following links',
  'src/workspace/write/new-file.ts': 'makes request files for clients, checked by boundary.ts',
  'src/workspace/files/file-store.ts': 'removes request files for clients, checked by boundary.ts',
  'src/workspace/paths/make-folder.ts': 'makes the folder of the history',
  'src/workspace/write/process-lock.ts': 'makes and removes locks, which are new files by name',
  'src/workspace/write/lock-file.ts': 'removes locks whose process has ended',
  'src/workspace/write/sweep-files.ts': 'removes temporary files and locks of processes that were killed',
  'src/http/serving/served-ports.ts': 'marks the ports of mocks and proxies in the data directory',
  'src/history/store/store-location.ts': 'makes the folder of the history',
  'src/history/store/open-store.ts': 'makes the file of the history',
  'src/history/store/set-aside.ts': 'moves a damaged history aside',
  'src/history/spool/spool-runs.ts': 'makes the files of runs that wait for the history',
  'src/history/spool/move-spooled.ts': 'removes them when they are in the history',
  'src/mcp/artifacts/artifact-tool.ts': 'writes into a new folder of the system for temporary files',
  'src/cli/mcp/mcp-settings.ts': 'removes such folders of servers that were killed',
};

/** Names of `node:fs` and `node:fs/promises` that change something. */
const CHANGES =
  /^(?:l?(?:chmod|chown|utimes)|f(?:chmod|chown|truncate|utimes)|appendFile|copyFile|cp|createWriteStream|WriteStream|link|mkdir|mkdtemp(?:Disposable)?|rename|rm|rmdir|symlink|truncate|unlink|write|writeFile|writev)(?:Sync)?$/;
const OPENS = /^open(?:AsBlob)?(?:Sync)?$/;
const FILE_SYSTEM = /^(?:node:)?fs(?:\/promises)?$/;

/** What a file that is not in the list does to the disk, as sentences. */
export function writeViolations(file: SourceFile): string[] {
  const { path } = file;
  if (!path.startsWith('src/') || path.endsWith('.test.ts') || Object.hasOwn(WRITING_FILES, path)) return [];
  return changesOf(file).map((change) => `${path}: ${change}`);
}

export function changesOf({ path, text }: SourceFile): string[] {
  // Most files never name it, and parsing all of them takes seconds.
  if (!/\bfs\b/.test(text)) return [];
  const { module } = parseSync(path, text);
  const imports = module.staticImports.filter(({ moduleRequest }) => FILE_SYSTEM.test(moduleRequest.value));
  const names = imports.flatMap(({ entries }) =>
    entries
      .filter(({ isType }) => !isType)
      .map(({ importName }) => (importName.kind === 'Name' ? (importName.name ?? '') : '*')),
  );
  const lazily = module.dynamicImports
    .map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1))
    .filter((specifier) => FILE_SYSTEM.test(specifier));
  const isWhole = names.includes('*') || lazily.length > 0 || /\brequire\b.*['"](?:node:)?fs\b/.test(text);
  return [
    ...(isWhole ? ['imports the file system as a whole'] : []),
    ...names.filter((name) => CHANGES.test(name)).map((name) => `imports ${name}`),
    ...(names.some((name) => OPENS.test(name)) && !opensForReadingOnly(text)
      ? ['opens files for writing']
      : []),
  ];
}

/** By the flags that occur in the file; where they are unknown, it counts as writing. */
function opensForReadingOnly(text: string): boolean {
  if (/\bO_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)\b/.test(text)) return false;
  const flags = [
    ...text.matchAll(/(?<![.\w])open(?:Sync)?\([^'"()]*(?:\([^()]*\)[^'"()]*)*(['"])([^'"]*)\1/g),
  ];
  return flags.every(([, , flag]) => flag === 'r');
}
