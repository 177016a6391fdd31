/**
 * A mock server or a recording proxy gives pages of third parties an address of this machine, so the API has to
 * distinguish their ports from those of the user's own pages. Each process knows its own ports; for other processes
 * there is an empty file for each port in a folder of the user: `<port>-<process>@<machine>`.
 */
import { chmod, lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

export interface ServedPorts {
  /** Called when the port is bound; never fails. */
  add(port: number): Promise<ServedPort>;
  /**
   * Whether a mock server or recording proxy of this user listens there now, in this process or in another, or one of
   * this process did whose pages may still be open.
   */
  has(port: number): Promise<boolean>;
}

export interface ServedPort {
  /** Called when a browser has opened a page there, which may stay open for longer than the port. */
  readonly opened: () => void;
  /** Called when nothing listens there any more. */
  readonly release: () => Promise<void>;
}

export interface ProcessIdentity {
  readonly id: number;
  /** Undefined on systems without user ids. */
  readonly userId: number | undefined;
  /** Also true for a running process of another user. */
  readonly isAlive: (id: number) => boolean;
}

export interface ServedPortsOptions {
  /** Environment variables, which name the home directory. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly self: ProcessIdentity;
  readonly onWarning: (message: string) => void;
  /** Name of this machine; several may share a home. */
  readonly machine?: string;
}

export function openServedPorts(options: ServedPortsOptions): ServedPorts {
  return new PortMarkers(options);
}

class PortMarkers implements ServedPorts {
  readonly #options: ServedPortsOptions;
  readonly #folder: string | undefined;
  readonly #machine: string;
  readonly #own = new Set<number>();
  /** Kept as long as the process lives, because nothing reports when a page is closed. */
  readonly #opened = new Set<number>();
  #hasWarned = false;

  constructor(options: ServedPortsOptions) {
    this.#options = options;
    this.#folder = runFolder(options.env);
    this.#machine = encodeURIComponent(options.machine ?? hostname());
  }

  async add(port: number): Promise<ServedPort> {
    this.#own.add(port);
    const marker = await this.#mark(port).catch((error: unknown) => {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      this.#options.onWarning(notMarked(port, reason));
      return undefined;
    });
    let isReleased = false;
    const release = async (): Promise<void> => {
      // The port may have been added anew since the first call.
      if (isReleased) return;
      isReleased = true;
      this.#own.delete(port);
      if (marker !== undefined) await removeQuietly(marker);
    };
    return { release, opened: () => void this.#opened.add(port) };
  }

  async has(port: number): Promise<boolean> {
    return this.#own.has(port) || this.#opened.has(port) || (await this.#livingMarkers()).has(port);
  }

  async #mark(port: number): Promise<string> {
    if (this.#folder === undefined) throw new Error('there is no home directory');
    await makeOwnFolder(this.#folder, this.#options.self.userId);
    await this.#livingMarkers();
    const marker = join(this.#folder, `${port}-${this.#options.self.id}@${this.#machine}`);
    await (await open(marker, 'a', FILE_MODE)).close();
    return marker;
  }

  /** Ports of other processes; markers of ended processes are removed. */
  async #livingMarkers(): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    const { self } = this.#options;
    for (const name of await this.#markerNames()) {
      const [, port, owner, machine] = MARKER.exec(name) ?? [];
      if (port === undefined) continue;
      const id = Number(owner);
      // A marker with our process id for a port that is not ours is left from an earlier process with that id.
      const isLiving = id === self.id ? this.#own.has(Number(port)) : self.isAlive(id);
      if (isLiving) found.add(Number(port));
      // Whether a process of another machine has ended cannot be seen from here.
      else if (machine === this.#machine) await removeQuietly(join(this.#folder ?? '', name));
    }
    return found;
  }

  async #markerNames(): Promise<readonly string[]> {
    if (this.#folder === undefined) return [];
    try {
      await checkOwnFolder(this.#folder, this.#options.self.userId);
      return await readdir(this.#folder);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : String(error);
      if (code !== 'ENOENT' && !this.#hasWarned) {
        this.#hasWarned = true;
        this.#options.onWarning(notRead(String(code)));
      }
      return [];
    }
  }
}

function removeQuietly(marker: string): Promise<void> {
  return rm(marker, { force: true }).catch(() => undefined);
}

/** Always in the home directory: a configurable folder would hide markers from processes without that setting. */
function runFolder(env: ServedPortsOptions['env']): string | undefined {
  const home = env['HOME'] || env['USERPROFILE'] || '';
  return isAbsolute(home) ? join(home, '.svc', 'run') : undefined;
}

async function makeOwnFolder(folder: string, userId: number | undefined): Promise<void> {
  for (const each of [dirname(folder), folder]) {
    await mkdir(each, FOLDER_MODE).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const { mode } = await checkOwnFolder(folder, userId);
  if (userId !== undefined && (mode & 0o077) !== 0) await chmod(folder, FOLDER_MODE);
}

/** Markers that other users could place or remove are not trusted. */
async function checkOwnFolder(
  folder: string,
  userId: number | undefined,
): Promise<{ readonly mode: number }> {
  const stats = await lstat(folder);
  if (stats.isDirectory() && (userId === undefined || stats.uid === userId)) return stats;
  throw new Error('.svc/run in the home directory is not a directory of this user');
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const MARKER = /^(\d{1,5})-(\d{1,10})@(.*)$/;

function notMarked(port: number, reason: string): string {
  return `other svc servers cannot see that port ${port} shows pages of others (${reason}); start them with --token auto`;
}

function notRead(reason: string): string {
  return `ports of mock servers and recording proxies of other processes cannot be read (${reason}); use --token auto`;
}
