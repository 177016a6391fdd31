import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { PlannedFile } from '../../operations/exchange/plan-import-files.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { findWorkspaceFolders } from '../command/named-output.js';
import { STDIN } from '../command/request-paths.js';
import type { ImportInvocation } from './import-flags.js';

/** Writes what differs from what is there. */
export async function writeImport(
  files: readonly PlannedFile[],
  invocation: ImportInvocation,
): Promise<void> {
  const { terminal } = invocation;
  const folders = await findWorkspaceFolders(invocation);
  for (const { absolute, shown, content, isSame, note } of files) {
    if (!isSame) await writeOutput({ absolute, shown, folders }, content);
    if (note !== undefined) await terminal.note(isSame ? `${shown} is up to date` : note);
  }
}

/** A name that does not exist and has no extension is a directory where a format can write one. */
export function isDirectoryPath(output: string, cwd: string, canBeNew = false): boolean {
  if (/[\\/]$/.test(output)) return true;
  const found = statSync(resolve(cwd, output), { throwIfNoEntry: false });
  return found === undefined ? canBeNew && extname(output) === '' : found.isDirectory();
}

/** Returns the name of a source without its folder and extension. */
export function sourceName(source: string): string {
  const path = (/^https?:/i.test(source) ? URL.parse(source)?.pathname : source) ?? '';
  return path === STDIN ? 'imported' : basename(path, extname(path)) || 'imported';
}
