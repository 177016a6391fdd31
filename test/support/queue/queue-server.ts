import { startSvc, type LiveSvc } from '../program/live-svc.js';
import { KEY } from './worker-process.js';

/** `svc serve --queue` in a directory. */
export async function startQueueServer(
  url: string,
  cwd: string,
): Promise<{ svc: LiveSvc; get: (path: string) => Promise<[number, unknown]> }> {
  const svc = startSvc(['serve', '--port', '0', '--no-history', '--queue', url], {
    cwd,
    env: { SVC_WORKER_KEY: KEY },
  });
  await svc.until(() => svc.stdout().includes('Listening on'));
  const [address = ''] = /http:\S+/.exec(svc.stdout()) ?? [];
  return {
    svc,
    get: async (path) => {
      const response = await fetch(`${address}/api/v1${path}`);
      return [response.status, await response.json()];
    },
  };
}
