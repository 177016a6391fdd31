import { createRequire } from 'node:module';

interface StatusCodes {
  readonly STATUS_CODES: Readonly<Record<number, string | undefined>>;
}

let phrases: StatusCodes['STATUS_CODES'] | undefined;

/**
 * What a status is called where the answer does not say. The list comes with Node's whole client and server, which
 * most runs do without: it is loaded when it is needed.
 */
export function statusPhrase(status: number): string {
  phrases ??= (createRequire(import.meta.url)('node:http') as StatusCodes).STATUS_CODES;
  return phrases[status] ?? '';
}
