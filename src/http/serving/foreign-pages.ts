/** What a browser does with a server that shows pages of others: a mock server or a recording proxy. */

/** Whether a browser, as its Accept header tells, opens a page. It may stay open when the server has ended. */
export function opensPage(rawHeaders: readonly string[]): boolean {
  return valueOf(rawHeaders, 'accept')?.includes('text/html') === true;
}

/**
 * Browsers say so when a script is to become a service worker. One of a page of others would keep its address for
 * itself: it outlives the server, and whatever listens there next belongs to it.
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
