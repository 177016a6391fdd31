/** Reads a directory of another tool, or a single file of it, within bounds. */
import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Loss } from '../../convert/converted.js';
import type { SourceFolder } from '../../convert/source-folder.js';
import { ServiceError } from '../../errors.js';
import { isBelow } from '../../workspace/paths/boundary.js';
import { sortByBytes } from '../../workspace/paths/byte-order.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { nearHint } from '../../workspace/paths/near-sibling.js';
import { readInside } from '../../workspace/paths/read-inside.js';
import { decodeDocument } from '../sources/document-text.js';

/** The limit of all files together, and how messages spell it. */
const FOLDER_LIMIT = { bytes: 64 * 1024 * 1024, text: '64 MiB' };
const MAX_FILES = 20_000;
const MAX_DEPTH = 32;
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Whether a file is read, by its path relative to the folder; others are only listed. */
export type IsWanted = (path: string) => boolean;

export interface NamedFolder {
  readonly absolute: string;
  /** As it was given, for messages. */
  readonly shown: string;
}

/** The paths of files that belong to a single file, by its text; those that do not exist are left out. */
export type FilesBeside = (text: string) => readonly string[];

export async function readSourceFolder(
  source: NamedFolder,
  isWanted: IsWanted,
  {
    limit = FOLDER_LIMIT,
    beside,
  }: { readonly limit?: typeof FOLDER_LIMIT; readonly beside?: FilesBeside } = {},
): Promise<SourceFolder> {
  const isDirectory = kindOf(source) === 'directory';
  const real = realpathSync.native(source.absolute);
  const reader = new FolderReader(isDirectory ? real : dirname(real), isWanted, limit);
  if (isDirectory) {
    reader.walk('', 0);
    await reader.readAll();
  } else await reader.readSingle(basename(real), beside);
  const name = basename(resolve(source.absolute));
  return { name: isDirectory ? name : name.replace(/\.[^.]*$/, ''), ...reader.result() };
}

function kindOf({ absolute, shown }: NamedFolder): 'file' | 'directory' {
  try {
    const found = statSync(absolute);
    if (found.isDirectory()) return 'directory';
    if (found.isFile()) return 'file';
  } catch (error) {
    const message = `cannot read ${shown}: ${diskReason(error)}${nearHint(error, { absolute, shown })}`;
    throw new ServiceError('input', message, { cause: error });
  }
  throw new ServiceError('input', `cannot read ${shown}: it is neither a file nor a directory`);
}

class FolderReader {
  readonly #wanted: string[] = [];
  readonly #others = new Set<string>();
  readonly #files = new Map<string, string>();
  readonly #losses: Loss[] = [];
  #bytes = 0;
  #isSingle = false;

  constructor(
    readonly root: string,
    readonly isWanted: IsWanted,
    readonly limit: typeof FOLDER_LIMIT,
  ) {}

  async readSingle(name: string, beside: FilesBeside | undefined): Promise<void> {
    this.#isSingle = true;
    this.#wanted.push(name);
    await this.readAll();
    this.#isSingle = false;
    const found = beside?.(this.#files.get(name) ?? '') ?? [];
    this.#wanted.splice(0, 1, ...found.filter((path) => path !== name && this.#kindIn(path) === 'file'));
    await this.readAll();
  }

  walk(folder: string, depth: number): void {
    if (depth > MAX_DEPTH) {
      this.#losses.push({ path: folder, reason: `folders deeper than ${MAX_DEPTH} levels are not read` });
      return;
    }
    for (const name of this.#namesIn(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const kind = this.#kindIn(path);
      if (kind === 'folder') this.walk(path, depth + 1);
      else if (kind === 'file' && this.isWanted(path)) this.#wanted.push(path);
      else if (kind === 'file') this.#others.add(path);
      if (this.#wanted.length + this.#others.size > MAX_FILES)
        throw new ServiceError(
          'input',
          `the directory has more than ${MAX_FILES} files; name a directory inside of it`,
        );
    }
  }

  #namesIn(folder: string): readonly string[] {
    try {
      const names = readdirSync(join(this.root, folder)).filter((name) => !LEFT_OUT.has(name));
      return sortByBytes(names, (name) => name);
    } catch (error) {
      this.#losses.push({ path: folder || '.', reason: `the folder cannot be read: ${diskReason(error)}` });
      return [];
    }
  }

  /** Links to files inside are followed, so that a folder never appears twice and nothing outside is read. */
  #kindIn(path: string): 'file' | 'folder' | 'other' {
    const absolute = join(this.root, path);
    const found = lstatSync(absolute, { throwIfNoEntry: false });
    if (found?.isDirectory()) return 'folder';
    if (found?.isFile()) return 'file';
    if (!found?.isSymbolicLink()) return 'other';
    try {
      if (isBelow(realpathSync.native(absolute), this.root) && statSync(absolute).isFile()) return 'file';
    } catch {
      // A link to nothing is left out like one that leads outside.
    }
    if (this.isWanted(path)) this.#losses.push({ path, reason: 'the link leads out of the folder' });
    return 'other';
  }

  async readAll(): Promise<void> {
    for (const path of this.#wanted) {
      const left = this.limit.bytes - this.#bytes;
      const text = await this.#read(path, left);
      if (text !== undefined) this.#files.set(path, text);
    }
  }

  /** A member that cannot be read is lost; a single file is an error. */
  async #read(path: string, left: number): Promise<string | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await readInside(join(this.root, path), [this.root], left);
      if (bytes.length <= left) {
        this.#bytes += bytes.length;
        return decodeDocument(bytes, this.#isSingle ? path : 'it');
      }
    } catch (error) {
      const reason =
        error instanceof ServiceError ? error.message : `it cannot be read: ${diskReason(error)}`;
      if (this.#isSingle) throw new ServiceError('input', reason, { cause: error });
      this.#losses.push({ path, reason });
      return undefined;
    }
    const what = this.#isSingle ? path : 'the directory';
    throw new ServiceError('input', `${what} is larger than ${this.limit.text}`);
  }

  result(): Omit<SourceFolder, 'name'> {
    const readOther: SourceFolder['readOther'] = (path) => this.#readOther(path);
    return { files: this.#files, others: this.#others, losses: this.#losses, readOther };
  }

  /** Files that requests name count to the limit too. */
  async #readOther(path: string): Promise<Uint8Array | { readonly reason: string }> {
    const left = this.limit.bytes - this.#bytes;
    try {
      const bytes = await readInside(join(this.root, path), [this.root], left);
      if (bytes.length > left)
        return { reason: `is not copied, because all have more than ${this.limit.text}` };
      this.#bytes += bytes.length;
      return bytes;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOUTSIDE') return { reason: 'leads out of the folder and is not copied' };
      return { reason: `is not copied: ${diskReason(error)}` };
    }
  }
}
