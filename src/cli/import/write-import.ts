import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import type { ExtraFile } from '../../convert/converted.js';
import type { Imported, ImportedFile } from '../../operations/exchange/import-definition.js';
import { readInput } from '../../operations/settings/read-input.js';
import { CONFIG_FILE_NAMES } from '../../workspace/paths/path-text.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { findWorkspaceFolders, STDOUT } from '../command/named-output.js';
import { STDIN } from '../command/request-paths.js';
import type { ImportInvocation } from './import-flags.js';

/**
 * Writes the files to standard output, a file or a directory. `nameInDirectory` is the base name of the only file in a
 * directory; it is undefined for formats that write one file only.
 */
export async function writeImport(
  { files, extras }: Imported,
  output: string,
  nameInDirectory: string | undefined,
  invocation: ImportInvocation,
): Promise<void> {
  const { terminal, context } = invocation;
  if (output === STDOUT) {
    for (const { text } of files) await terminal.payload(text);
    return;
  }
  const directory = isDirectoryPath(output, context.cwd);
  if (directory && nameInDirectory === undefined)
    throw new ServiceError('output', `could not write ${output}: it is a directory; name a file`);
  const around = { cwd: context.cwd, folders: await findWorkspaceFolders(invocation), terminal };
  for (const file of files) {
    const shown = directory ? join(output, file.path === '' ? `${nameInDirectory}.http` : file.path) : output;
    await writeOne(file, shown, around);
    await terminal.note(`wrote ${shown} (${formatCount(file.requestCount, 'request')})`);
  }
  for (const extra of extras) await writeExtra(extra, directory ? output : dirname(output), around);
}

/** A copy of a file of the user never replaces another one. */
async function writeExtra(
  { path, content, isCopy }: ExtraFile,
  folder: string,
  { cwd, folders, terminal }: WriteContext,
): Promise<void> {
  const shown = join(folder, path);
  const absolute = resolve(cwd, shown);
  if (isCopy && existsSync(absolute)) {
    const isSame = await holds(absolute, content);
    if (!isSame) await terminal.warning(`${shown} exists already and is kept; the source has another one`);
    return;
  }
  await writeOutput({ absolute, shown, folders }, content);
  await terminal.note(`wrote ${shown}`);
}

async function holds(absolute: string, content: string | Uint8Array): Promise<boolean> {
  const wanted = Buffer.from(content);
  const found = await readInput({ absolute, shown: absolute }, wanted.length).catch(() => undefined);
  return found !== undefined && wanted.equals(found);
}

/** Whether an output directory has settings already, which an import must not replace. */
export function hasConfig(output: string, cwd: string): boolean {
  return CONFIG_FILE_NAMES.some((name) => existsSync(join(resolve(cwd, output), name)));
}

export function isDirectoryPath(output: string, cwd: string): boolean {
  if (/[\\/]$/.test(output)) return true;
  return statSync(resolve(cwd, output), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

interface WriteContext {
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly terminal: ImportInvocation['terminal'];
}

/** Bodies are written first, so that no request file refers to a missing file. */
async function writeOne(
  file: ImportedFile,
  shown: string,
  { cwd, folders, terminal }: WriteContext,
): Promise<void> {
  const absolute = resolve(cwd, shown);
  for (const { path, text, isPlaceholder } of file.bodies) {
    const body = { absolute: join(dirname(absolute), path), shown: join(dirname(shown), path) };
    if (isPlaceholder && existsSync(body.absolute)) continue;
    await writeOutput({ ...body, folders }, text);
    if (isPlaceholder)
      await terminal.note(`wrote ${body.shown}, a placeholder: put the file to upload there`);
  }
  await writeOutput({ absolute, shown, folders }, file.text);
}

/** Returns the name of a source without its folder and extension. */
export function sourceName(source: string): string {
  const path = (/^https?:/i.test(source) ? URL.parse(source)?.pathname : source) ?? '';
  return path === STDIN ? 'imported' : basename(path, extname(path)) || 'imported';
}
