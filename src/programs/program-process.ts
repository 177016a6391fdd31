/** What svc takes of the process of the program that uses it: only here, and only what its options leave out. */
import { isAbsolute, resolve } from 'node:path';
import { ServiceError } from '../errors.js';
import { setOwnProcess } from '../primitives/own-process.js';

export interface ProgramPlace {
  readonly cwd: string;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The directory and the variables of the options, else those of the process. */
export function programPlace({ cwd, env }: Partial<ProgramPlace>): ProgramPlace {
  setOwnProcess({ id: process.pid, host: () => process.getBuiltinModule('node:os').hostname(), isAlive });
  const base = cwd !== undefined && isAbsolute(cwd) ? '' : currentDirectory();
  return { cwd: resolve(base, cwd ?? ''), env: { ...(env ?? process.env) } };
}

export function programIdentity(): {
  readonly id: number;
  readonly userId: number | undefined;
  readonly isAlive: (id: number) => boolean;
} {
  return { id: process.pid, userId: process.getuid?.(), isAlive };
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new ServiceError('input', 'the current directory was removed; name another one as cwd', {
      cause: error,
    });
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
