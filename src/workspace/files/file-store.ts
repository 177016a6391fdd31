import { isUtf8 } from 'node:buffer';
import { realpath, unlink } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ServiceError } from '../../errors.js';
import { changedSince, writeAtomic, type WriteOptions } from '../write/atomic-write.js';
import { isBelow, resolveFile, type ResolvedFile } from '../paths/boundary.js';
import { contentHash } from '../paths/content-hash.js';
import { diskCode, diskReason, isAbsent } from '../paths/disk-error.js';
import { isUnchanged, statAt } from '../paths/file-version.js';
import { holdRealFolder, type HeldFolder } from '../paths/held-folder.js';
import { whileOpen } from '../paths/while-open.js';
import { checkNewFile, createFile } from '../write/new-file.js';
import { refusalError, refuse } from '../paths/path-refusal.js';
import { resolvePathText, type ResolvedPath, type PathRules } from '../paths/path-text.js';
import { withProcessLock } from '../write/process-lock.js';
import { hashOfFile } from './read-request-file.js';
import { queueByKey } from '../write/queue-by-key.js';
import { writePlace } from '../paths/write-place.js';

export interface StoreOptions {
  readonly root: string;
  /** Called with the hash of the content before and after a file is replaced; `paths` are its path and its real path. */
  readonly beforeSave: (paths: readonly string[], hash: string) => void;
  readonly afterSave: (paths: readonly string[], hash: string) => void;
  /** Called when a file was created or removed, or svc has written it by itself. */
  readonly onOtherChange: (path: string) => void;
}

export interface SavedFile {
  readonly path: string;
  readonly hash: string;
}

export interface StoreChoices {
  /** svc writes the file by itself: only its owner may read it, and every client is told of each change. */
  readonly isOwn?: boolean;
}

/** `If-Match` of the caller: decides whether a file with this hash may be touched. */
export type Condition = (hash: string) => boolean;

/** Writes request files; writes to one real path happen in order of arrival. */
export class FileStore {
  readonly #options: StoreOptions;
  readonly #rules: PathRules;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#rules = { root: options.root, requestFile: true };
  }

  /** Makes the missing parent folders, and throws what `create` would throw. */
  async checkNew(sent: string): Promise<{ readonly path: string }> {
    const checked = await checkNewFile(sent, this.#rules);
    if (!checked.ok) throw refusalError(checked);
    return checked;
  }

  async create(
    sent: string,
    content: string,
    { isOwn = false }: StoreChoices = {},
  ): Promise<{ readonly path: string }> {
    return this.#enqueue(sent, async ({ path }) => {
      if (!content.isWellFormed()) {
        await this.#refuseTaken(sent);
        throw new ServiceError('usage', 'content is not valid Unicode');
      }
      const created = await createFile(sent, this.#rules, Buffer.from(content), isOwn ? 0o600 : undefined);
      if (!created.ok) throw refusalError(created);
      this.#options.onOtherChange(this.#relative(created.real));
      return { path };
    });
  }

  async save(
    sent: string,
    content: Uint8Array,
    condition?: Condition,
    { isOwn = false }: StoreChoices = {},
  ): Promise<SavedFile> {
    return this.#enqueue(sent, async ({ path }) => {
      const { real } = await this.#resolve(sent);
      if (!isUtf8(content)) throw new ServiceError('usage', 'file content is not valid UTF-8');
      const hash = contentHash(content);
      const paths = [...new Set([path, this.#relative(real)])];
      const replace = async (options: Pick<WriteOptions, 'isSame'>): Promise<void> =>
        inFolder(dirname(real), sent, async (folder) => {
          if (!isOwn) this.#options.beforeSave(paths, hash);
          await writeAtomic(folder.at(basename(real)), content, {
            shown: sent,
            isReal: true,
            private: isOwn,
            ...options,
          });
        });
      await whenUnchanged(real, sent, condition, replace);
      if (isOwn) this.#options.onOtherChange(this.#relative(real));
      else this.#options.afterSave(paths, hash);
      return { path, hash };
    });
  }

  /** Removes a link itself, not its target. */
  async remove(sent: string, condition?: Condition): Promise<void> {
    await this.#enqueue(sent, async ({ absolute }) => {
      const { real } = await this.#resolve(sent);
      await whenUnchanged(real, sent, condition, async () => {
        const parent = await realpath(dirname(absolute));
        const place = join(parent, basename(absolute));
        if (!isBelow(place, this.#options.root)) throw refusalError(refuse('outside', sent));
        await inFolder(parent, sent, (folder) => unlinkFile(folder.at(basename(absolute)), sent));
        this.#options.onOtherChange(this.#relative(place));
      });
    });
  }

  /** Checks the text and enqueues the work synchronously, which keeps the order of arrival. */
  #enqueue<T>(sent: string, work: (text: ResolvedPath) => Promise<T>): Promise<T> {
    const text = resolvePathText(sent, this.#rules);
    if (!text.ok) throw refusalError(text);
    return queueByKey(writePlace(text.absolute), () => work(text));
  }

  async #resolve(sent: string): Promise<ResolvedFile> {
    const resolved = await resolveFile(sent, this.#rules);
    if (!resolved.ok) throw refusalError(resolved);
    return resolved;
  }

  async #refuseTaken(sent: string): Promise<void> {
    const resolved = await resolveFile(sent, this.#rules);
    if (resolved.ok || resolved.rule === 'kind') throw refusalError(refuse('exists', sent));
    if (resolved.rule !== 'missing') throw refusalError(resolved);
  }

  #relative(real: string): string {
    return relative(this.#options.root, real).replaceAll(sep, '/');
  }
}

/** Holds the folder open during the work, so that nothing can be put in its place. */
async function inFolder(
  path: string,
  sent: string,
  work: (folder: HeldFolder) => Promise<void>,
): Promise<void> {
  const folder = await holdRealFolder(path).catch((error: unknown) => {
    if (diskCode(error) === 'ELOOP') throw refusalError(refuse('outside', sent));
    throw refusalError(
      isAbsent(error) ? refuse('missing', sent) : refuse('unwritable', sent, diskReason(error)),
    );
  });
  await whileOpen(folder, work);
}

async function unlinkFile(path: string, sent: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (isAbsent(error)) throw refusalError(refuse('missing', sent));
    throw new ServiceError('disk', `could not delete ${sent}: ${diskReason(error)}`, { cause: error });
  }
}

/** Locks out other processes of svc between check and change; `isSame` detects editors, which take no lock. */
async function whenUnchanged(
  real: string,
  sent: string,
  condition: Condition | undefined,
  change: (options: Pick<WriteOptions, 'isSame'>) => Promise<void>,
): Promise<void> {
  if (condition === undefined) return change({});
  await withProcessLock(real, sent, async () => {
    const version = statAt(real);
    if (!condition(await hashOfFile(real, sent))) throw changedSince(sent);
    await change({ isSame: () => isUnchanged(real, version) });
  });
}
