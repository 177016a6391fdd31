import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ServiceError } from '../../errors.js';
import type { ProcessContext } from '../process/process-context.js';

/** Runs curl from the search path with these very arguments, without a shell; its exit code, undefined without one. */
export async function executeCurl(
  words: readonly string[],
  context: ProcessContext,
): Promise<number | undefined> {
  const child = spawn('curl', words, { cwd: context.cwd, env: context.env, stdio: 'inherit' });
  // The terminal tells the child by itself of an interrupt; other senders know only us.
  const release = context.onSignal((signal) => child.kill(signal));
  try {
    return await new Promise<number | undefined>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') resolve(undefined);
        else reject(startFailure(error));
      });
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    release();
  }
}

function startFailure(error: NodeJS.ErrnoException): ServiceError {
  const reason = error.code === 'E2BIG' ? 'the command is too long for this system' : (error.code ?? '');
  return new ServiceError('output', `curl cannot be started: ${reason}`, { cause: error });
}
