/** Writes what a request file asks to save, below a folder that the operator allows. */
import { lstatSync } from 'node:fs';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { statAt } from '../paths/file-version.js';
import { writeOutput } from './write-output.js';

export interface SavedFile {
  /** As the request file writes it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether an existing file is replaced; otherwise the new one gets a number. */
  readonly replaces: boolean;
}

export interface SavePlace {
  /** The folder that relative paths start from. */
  readonly from: string;
  /** The folder that must contain the file. */
  readonly root: string;
}

const MAX_NUMBER = 10_000;

export async function saveFile(
  { path, bytes, replaces }: SavedFile,
  { from, root }: SavePlace,
): Promise<void> {
  const refusal = `path is outside of the folder that files may be saved in: ${path}`;
  const wanted = resolve(from, path);
  const inside = relative(root, wanted);
  if (
    path.includes('\0') ||
    inside === '' ||
    isAbsolute(inside) ||
    inside === '..' ||
    inside.startsWith(`..${sep}`)
  )
    throw new ServiceError('forbidden', refusal);
  const absolute = replaces ? wanted : freePath(wanted);
  const { dir } = parse(absolute);
  await writeOutput(
    {
      absolute,
      shown: path,
      folders: [root],
      // A folder that does not exist yet contains no links.
      ...(statAt(root) && { chosen: { absolute: dir, root, refusal } }),
      refusal,
    },
    bytes,
    { links: 'refuse' },
  );
}

/** `a.json`, else `a-1.json`, `a-2.json` and so on. */
function freePath(wanted: string): string {
  const { dir, name, ext } = parse(wanted);
  for (let number = 0; number < MAX_NUMBER; number++) {
    const path = number === 0 ? wanted : join(dir, `${name}-${number}${ext}`);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  }
  throw new ServiceError('output', `there are more than ${MAX_NUMBER} files with this name`);
}
