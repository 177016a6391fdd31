import { chmod, readdir, readlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { temporaryWorkspace } from '../files/workspace.js';
import { startProgram, type LiveSvc } from '../program/live-svc.js';
import { repositoryRoot } from '../program/run-svc.js';

const program = fileURLToPath(new URL('../../build/programs/use-servers.ts', import.meta.url));

export interface ServerUser extends LiveSvc {
  /** Its directory of temporary files. */
  readonly temporary: string;
  readonly temporaryFiles: () => Promise<readonly string[]>;
}

/** A process that uses the named servers of a run, or a small one; resolves when they are there. */
export async function startServerUser(kinds: readonly string[]): Promise<ServerUser> {
  const temporary = await temporaryWorkspace();
  // Servers that refuse to run as root run as another user.
  await chmod(temporary, 0o755);
  const user = startProgram([program, ...kinds], {
    cwd: repositoryRoot,
    env: {
      NODE_OPTIONS: '--import=tsx',
      TSX_DISABLE_CACHE: '1',
      HOME: homedir(),
      ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    },
    timeout: 180_000,
  });
  await user.until(() => user.stdout().includes('started '));
  return { ...user, temporary, temporaryFiles: () => readdir(temporary) };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** How many processes work in a directory or have a file in it open; 0 on systems that do not tell. */
export async function openFilesBelow(directory: string): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const users = await Promise.all(
    pids.map(async (pid) => {
      const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
      const links = [`/proc/${pid}/cwd`, ...files.map((file) => `/proc/${pid}/fd/${file}`)];
      const targets = await Promise.all(links.map((link) => readlink(link).catch(() => '')));
      return targets.some((target) => target.startsWith(directory)) ? 1 : 0;
    }),
  );
  return users.reduce<number>((sum, used) => sum + used, 0);
}
