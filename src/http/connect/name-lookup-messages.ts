/** What is sent to the process that looks names up, and what it answers. */
import type { getDefaultResultOrder, LookupAddress } from 'node:dns';

export interface LookupRequest {
  /** Names the question; the reply has the same. */
  readonly id: string;
  readonly host: string;
  /** 0, 4 or 6, and flags, as Node passes them to look-up functions. */
  readonly family: number;
  readonly hints: number;
  readonly order: ReturnType<typeof getDefaultResultOrder>;
}

export type LookupResult =
  | { readonly id: string; readonly addresses: LookupAddress[] }
  /** The fields of Node's error. */
  | { readonly id: string; readonly error: Readonly<Record<string, unknown>> };

export const MAX_RUNNING_LOOKUPS = 8;
