import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import { temporaryName } from '../../workspace/atomic-write.js';
import { diskCode, diskReason } from '../../workspace/disk-error.js';

/** For its owner only, whole or not at all; what is there already stays unless `force` is given (cli.md 15). */
export async function writePayload(
  payload: string | Uint8Array,
  shown: string,
  cwd: string,
  force: boolean,
): Promise<void> {
  const target = resolve(cwd, shown);
  await checkTarget(target, shown, force);
  const temporary = temporaryName(target);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(payload);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A link never replaces what has come to be there meanwhile.
    await (force ? rename(temporary, target) : link(temporary, target));
  } catch (error) {
    throw diskCode(error) === 'EEXIST' ? exists(shown) : unwritable(shown, diskReason(error), error);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function checkTarget(target: string, shown: string, force: boolean): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (found === undefined) return;
  if (found.isSymbolicLink()) throw unwritable(shown, 'it is a symbolic link');
  if (!found.isFile()) throw unwritable(shown, 'it is not a regular file');
  if (!force) throw exists(shown);
}

function exists(shown: string): ServiceError {
  return new ServiceError('output', `${shown} exists already`, { hint: '--force replaces it' });
}

function unwritable(shown: string, reason: string, cause?: unknown): ServiceError {
  return new ServiceError('output', `could not write ${shown}: ${reason}`, { cause });
}
