import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer, type RunningServer, type ServerSetup } from './running-server.js';
import { temporaryDirectory } from './workspace.js';

/** Loaded before the program, into its main thread: what breaks is Node's own, as a defect would meet it. */
export async function startBroken(script: string, setup: ServerSetup = {}): Promise<RunningServer> {
  const path = join(await temporaryDirectory(), 'defect.cjs');
  await writeFile(path, `if (require('node:worker_threads').isMainThread) {${script}}`);
  return startServer({ ...setup, env: { NODE_OPTIONS: `--require ${path}` } });
}
