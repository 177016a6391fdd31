import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ServiceError } from '../../errors.js';
import { diskReason, isAbsent } from './disk-error.js';
import { nearSibling } from './near-sibling.js';

/** The directory of a workspace, absolute and free of symbolic links; for a file it is the directory of the file. */
export async function workspaceRoot(absolute: string, shown: string): Promise<string> {
  try {
    const real = await realpath(absolute);
    const root = (await stat(real)).isDirectory() ? real : dirname(real);
    await access(root, constants.R_OK | constants.X_OK);
    return root;
  } catch (error) {
    const near = isAbsent(error) ? nearSibling(absolute, shown) : undefined;
    const hint = near === undefined ? 'give a directory that can be read' : `did you mean ${near}?`;
    throw new ServiceError('input', `cannot use the workspace ${shown}: ${diskReason(error)}`, {
      hint,
      cause: error,
    });
  }
}
