import { createRequire } from 'node:module';

interface StatusCodes {
  readonly STATUS_CODES: Readonly<Record<number, string | undefined>>;
}

let phrases: StatusCodes['STATUS_CODES'] | undefined;

/**
 * The usual phrase of a status, for responses without one. The list comes with Node's whole client and server, which
 * most runs do not need, so it is loaded on first use.
 */
export function statusPhrase(status: number): string {
  phrases ??= (createRequire(import.meta.url)('node:http') as StatusCodes).STATUS_CODES;
  return phrases[status] ?? '';
}
