/** What a browser does with a server that shows pages of third parties: a mock server or a recording proxy. */

/** Whether a browser opens a page, by its Accept header. The page may stay open when the server has ended. */
export function opensPage(rawHeaders: readonly string[]): boolean {
  return valueOf(rawHeaders, 'accept')?.includes('text/html') === true;
}

/**
 * Browsers send this header when a script is to become a service worker. A service worker outlives the server and
 * would control whatever listens on the port next.
 */
export function asksForServiceWorker(rawHeaders: readonly string[]): boolean {
  return valueOf(rawHeaders, 'service-worker') !== undefined;
}

export const NO_SERVICE_WORKER =
  'service workers are not served here: one would outlive this server and control whatever uses its port next';

function valueOf(rawHeaders: readonly string[], lowerName: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === lowerName.length && name.toLowerCase() === lowerName) return rawHeaders[at + 1];
  }
  return undefined;
}
