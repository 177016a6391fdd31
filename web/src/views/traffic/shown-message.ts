import type { WholeRecording } from '../../../../src/server/api-types.js';

export type ShownMessage = WholeRecording['request'];

/** The first value of that name; `name` is in lower case. */
export function headerValue({ headers }: ShownMessage, name: string): string {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';
}
