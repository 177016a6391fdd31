/** A Chromium to which several processes connect, each with profiles of its own. */
import { fileURLToPath } from 'node:url';
import { KeptServer } from './kept-server.js';

const PROGRAM = fileURLToPath(new URL('browser-program.mjs', import.meta.url));

export interface BrowserServer {
  /** For `connect` of Playwright. */
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

export async function startBrowserServer(executablePath: string): Promise<BrowserServer> {
  const kept = await KeptServer.open('browser', 'SIGTERM');
  const { directory } = kept;
  const close = (): Promise<void> => kept.close('SIGTERM');
  try {
    // Profiles and downloads are written into the directory of temporary files.
    const env = { ...process.env, TMPDIR: directory, TEMP: directory, TMP: directory };
    const args = [PROGRAM, executablePath];
    const log = await kept.start({ program: process.execPath, args, env }, /^ready ws:\S+$/m);
    return { endpoint: /^ready (ws:\S+)$/m.exec(log)?.[1] ?? '', close };
  } catch (error) {
    await close();
    throw error;
  }
}
