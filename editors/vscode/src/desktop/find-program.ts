/** Which `svc` is the language server: a setting, the one of a trusted folder, the one on the search path, or none. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

export interface ProgramPlaces {
  /** The setting; empty when it is not set. */
  readonly path: string;
  readonly folders: readonly string[];
  readonly isTrusted: boolean;
  readonly searchPath: string;
  readonly platform: NodeJS.Platform;
}

/** Long enough for a slow disk; a program that does not end is not svc. */
const PROBE_TIMEOUT_MS = 20_000;

/** The first program that has `svc lsp`; undefined if there is none. A program of the setting is the only one tried. */
export async function findProgram(places: ProgramPlaces): Promise<string | undefined> {
  for (const program of candidates(places)) {
    if ((await isFile(program)) && (await hasLanguageServer(program))) return program;
  }
  return undefined;
}

export function candidates({
  path,
  folders,
  isTrusted,
  searchPath,
  platform,
}: ProgramPlaces): readonly string[] {
  if (path !== '') return [path];
  const names = platform === 'win32' ? ['svc.cmd', 'svc.exe'] : ['svc'];
  const local = isTrusted ? folders.map((folder) => join(folder, 'node_modules', '.bin')) : [];
  // A relative entry of the search path would lead into the workspace.
  const searched = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return [...local, ...searched].flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Batch files are started by a shell only, which needs quotes around a path with blanks. */
export function needsShell(program: string): boolean {
  return program.toLowerCase().endsWith('.cmd');
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Other programs are called svc too, and older ones of ours have no such command. */
function hasLanguageServer(program: string): Promise<boolean> {
  const shell = needsShell(program);
  const options = { timeout: PROBE_TIMEOUT_MS, windowsHide: true, shell, maxBuffer: 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(shell ? `"${program}"` : program, ['lsp', '--help'], options, (error, stdout, stderr) => {
      // Its standard output is for messages of the protocol only.
      resolve(error === null && `${stdout}${stderr}`.includes('svc lsp'));
    });
  });
}
