/**
 * Browsers say so when a script is to become a service worker. One of a page seen through a mock server or a recording
 * proxy would keep that address for itself: it outlives the server, and whatever listens there next belongs to it.
 */
export function asksForServiceWorker(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === SERVICE_WORKER.length && name.toLowerCase() === SERVICE_WORKER) return true;
  }
  return false;
}

export const NO_SERVICE_WORKER =
  'service workers are not served here: one would outlive this server and control whatever uses its port next';

const SERVICE_WORKER = 'service-worker';
