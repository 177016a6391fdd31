import { fetchBounded, type Fetched, type FetchOptions } from '../../../src/web-fetch/bounded-fetch.js';
import type { FetchFailure } from '../../../src/web-fetch/rules/fetch-failure.js';

/** In these tests one loopback address plays the internet, all others are private. */
export const INTERNET = '127.0.0.1';

/** A public-only fetch whose names all lead to this machine. */
export function fetchHere(url: string, more: Partial<FetchOptions> = {}): Promise<Fetched> {
  return fetchBounded({
    network: hereNetwork(),
    request: { method: 'GET', url, headers: [], body: null },
    defaults: [
      ['User-Agent', 'test'],
      ['Accept-Encoding', 'gzip'],
    ],
    follow: true,
    timeout: 10_000,
    maxBodyBytes: 1000,
    signal: new AbortController().signal,
    ...more,
  });
}

export function hereNetwork(
  addresses: Readonly<Record<string, readonly string[]>> = {},
): FetchOptions['network'] {
  return {
    policy: 'public-only',
    resolve: (host) => Promise.resolve(addresses[host] ?? [INTERNET]),
    isPublic: (address) => address === INTERNET,
  };
}

/** The failure of something that must fail, as `code: message`. */
export async function failureText(promise: Promise<unknown>): Promise<string> {
  const outcome: unknown = await promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error) || !('code' in outcome)) throw new Error(String(outcome));
  const { code, message } = outcome as FetchFailure;
  return `${code}: ${message}`;
}
