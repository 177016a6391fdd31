/** Addresses that a person is asked to open. */

const MAX_ADDRESS_CHARACTERS = 4000;

/**
 * The address as it may be shown, or undefined: others than https could be read on the way, unless they do not leave
 * the machine, and user names are there to deceive.
 */
export function shownAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_ADDRESS_CHARACTERS) return undefined;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe || url.username !== '' || url.password !== '') return undefined;
  return /^[!-~]+$/.test(text) ? text : url.href;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** What the messages about other addresses say. */
export const ADDRESS_RULE = 'only https addresses and those of this machine are shown';
