/** The `.env` file that `{{$dotenv NAME}}` reads when no dotenv file is named. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readDotenv, type DotenvValues } from '../files/dotenv.js';
import { realPath } from '../paths/write-place.js';
import { foldersUpTo, shownPath } from './find-client-env.js';

export interface DotenvPlace {
  /** The folder of the request file. */
  readonly directory: string;
  /** The folder of the workspace; nothing above it is looked at. */
  readonly root: string;
  readonly shownFrom: string;
}

/** The values of the nearest file; none without one. Throws ServiceError for a file that cannot be used. */
export async function readNearDotenv({ directory, root, shownFrom }: DotenvPlace): Promise<DotenvValues> {
  const top = realPath(root) ?? root;
  for (const folder of foldersUpTo(top, realPath(directory) ?? directory)) {
    const absolute = join(folder, '.env');
    if (lstatSync(absolute, { throwIfNoEntry: false }) === undefined) continue;
    const shown = shownPath(absolute, realPath(shownFrom) ?? shownFrom, top);
    return readDotenv({ absolute, shown, within: [top] });
  }
  return new Map();
}
