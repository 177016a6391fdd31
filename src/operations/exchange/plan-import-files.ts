/** Compares what an import would write with what is there, before anything is written. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAME } from '../../convert/config-name.js';
import { ServiceError } from '../../errors.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { CONFIG_FILE_NAMES } from '../../workspace/paths/path-text.js';
import { readNamed, type NamedPath } from '../../workspace/paths/read-inside.js';
import type { Imported, ImportedFile } from './import-definition.js';

export interface ImportPlace {
  readonly cwd: string;
  /** As the user named it. */
  readonly output: string;
  /** The name of the only file when the output is a directory; undefined when it is a file. */
  readonly nameInDirectory: string | undefined;
}

export interface PlannedFile extends NamedPath {
  readonly content: string | Uint8Array;
  /** The file has these bytes already. */
  readonly isSame: boolean;
  /** What is said when it was written. */
  readonly note?: string;
}

/** Throws an error that names the files that would change, unless `force` is set. */
export async function planImportFiles(
  { files, extras }: Imported,
  place: ImportPlace,
  force: boolean,
): Promise<readonly PlannedFile[]> {
  const { cwd, output, nameInDirectory } = place;
  const isDirectory = nameInDirectory !== undefined;
  const folder = isDirectory ? output : dirname(output);
  const planned: PlannedFile[] = [];
  const refused: string[] = [];
  const add = async (wanted: Omit<PlannedFile, 'absolute' | 'isSame'>): Promise<void> => {
    const absolute = resolve(cwd, wanted.shown);
    const state = await stateOf(absolute, wanted.content);
    if (state === 'other') refused.push(wanted.shown);
    planned.push({ ...wanted, absolute, isSame: state === 'same' });
  };
  for (const file of files) {
    const shown = isDirectory
      ? join(output, file.path === '' ? `${nameInDirectory}.http` : file.path)
      : output;
    for (const body of bodiesOf(file, dirname(shown), cwd)) await add(body);
    await add({
      shown,
      content: file.text,
      note: `wrote ${shown} (${formatCount(file.requestCount, 'request')})`,
    });
  }
  for (const { path, content } of extras) {
    const config = path === CONFIG_NAME ? existingConfig(folder, cwd) : undefined;
    const shown = join(folder, path);
    if (config === undefined) await add({ shown, content, note: `wrote ${shown}` });
    else planned.push(await mergedConfig(config, content, cwd, force));
  }
  if (refused.length > 0 && !force) throw existsError(refused);
  return planned;
}

/** Bodies are written first, so that no request file refers to a missing file. A placeholder never replaces a file. */
function bodiesOf(
  { bodies }: ImportedFile,
  folder: string,
  cwd: string,
): Omit<PlannedFile, 'absolute' | 'isSame'>[] {
  return bodies.flatMap(({ path, text, isPlaceholder }) => {
    const shown = join(folder, path);
    if (isPlaceholder !== true) return [{ shown, content: text }];
    if (existsSync(resolve(cwd, shown))) return [];
    return [{ shown, content: text, note: `wrote ${shown}, a placeholder: put the file to upload there` }];
  });
}

function existingConfig(folder: string, cwd: string): string | undefined {
  return CONFIG_FILE_NAMES.map((name) => join(folder, name)).find((shown) => existsSync(resolve(cwd, shown)));
}

/** The YAML parser is loaded only when there is a config file. */
async function mergedConfig(
  shown: string,
  content: string | Uint8Array,
  cwd: string,
  force: boolean,
): Promise<PlannedFile> {
  const { mergeConfig } = await import('./merge-config.js');
  const absolute = resolve(cwd, shown);
  const { text, added, isSame } = await mergeConfig({ absolute, shown }, content, force);
  return { absolute, shown, content: text, isSame, note: `added to ${shown}: ${added.join(', ')}` };
}

/** A pipe or a device takes everything. */
async function stateOf(absolute: string, content: string | Uint8Array): Promise<'new' | 'same' | 'other'> {
  if (statSync(absolute, { throwIfNoEntry: false })?.isFile() !== true) return 'new';
  const wanted = Buffer.from(content);
  const found = await readNamed({ absolute, shown: '' }, wanted.length + 1).catch(() => undefined);
  return found !== undefined && wanted.equals(found) ? 'same' : 'other';
}

const MAX_NAMED = 3;

function existsError(shown: readonly string[]): ServiceError {
  const more = shown.length - MAX_NAMED;
  const named = shown.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const what = shown.length === 1 ? 'exists; --force replaces it' : 'exist; --force replaces them';
  return new ServiceError('output', `${named} ${what}; nothing was written`);
}
