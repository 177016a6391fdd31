import { join } from 'node:path';
import { startServerProcess, type RunningServer, type ServerSetup } from './running-server.js';
import { temporaryWorkspace } from '../files/workspace.js';

/**
 * Starts a server process with a defect: the script is loaded before the program, into its main thread or into its
 * other threads, and breaks functions of Node.
 */
export async function startBroken(
  script: string,
  setup: ServerSetup = {},
  where: 'main thread' | 'other threads' = 'main thread',
): Promise<RunningServer> {
  const isThere = `require('node:worker_threads').isMainThread === ${where === 'main thread'}`;
  const folder = await temporaryWorkspace({ 'defect.cjs': `if (${isThere}) {${script}}` });
  return startServerProcess({ ...setup, env: { NODE_OPTIONS: `--require ${join(folder, 'defect.cjs')}` } });
}
