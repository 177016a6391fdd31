/** The file of a recording, for clients: a request file of the workspace, with the checks of all others. */
import { ServiceError } from '../../errors.js';
import { contentHash } from '../../workspace/paths/content-hash.js';
import type { FileStore } from '../../workspace/files/file-store.js';
import { changedError, checkEarlier, FIELD_NAMES, type RecordedFile } from '../mocks/plan-pass-through.js';

export interface RecordedFileAccess {
  readonly read: (sent: string) => Promise<{
    readonly path: string;
    readonly bytes: Buffer;
    readonly hash: string;
  }>;
  readonly store: Pick<FileStore, 'checkNew' | 'create' | 'save'>;
}

/** Throws when the file cannot be written, or is something else than a recording. */
export async function openRecordedFile(
  sent: string,
  { read, store }: RecordedFileAccess,
): Promise<RecordedFile> {
  const found = await ifThere(read(sent));
  const earlier = found?.bytes.toString('utf8');
  if (earlier !== undefined) checkEarlier(earlier, sent, 'conflict', FIELD_NAMES);
  const { path } = found ?? (await store.checkNew(sent));
  let hash = found?.hash;
  const replace = async (bytes: Buffer): Promise<boolean> => {
    if (hash === undefined) return false;
    const saved = await ifThere(store.save(path, bytes, (current) => current === hash, OWN));
    return saved !== undefined;
  };
  const save = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    try {
      // A file that somebody has removed is written again.
      if (!(await replace(bytes))) await store.create(path, text, OWN);
      hash = contentHash(bytes);
    } catch (error) {
      throw isOfAnother(error) ? changedError(path, error) : error;
    }
  };
  return { shown: path, earlier, save };
}

const OWN = { isOwn: true };

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

function isOfAnother(error: unknown): boolean {
  return error instanceof ServiceError && (error.kind === 'changed' || error.kind === 'conflict');
}
