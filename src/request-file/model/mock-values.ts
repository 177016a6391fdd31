/** The values of the `@mock.…` directives. */

/** Milliseconds before the response of a mock server; equal unless a range is written. */
export interface MockDelay {
  readonly min: number;
  readonly max: number;
}

/** What goes wrong with the response of a mock server, in that share of its requests. */
export type MockFault = { readonly percent: number } & (
  | { readonly kind: 'reset' | 'timeout' | 'malformed' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'slow-body'; readonly bytesPerSecond: number }
);

/** Which block follows the last one of a sequence: the first one, or the last one again. */
export type MockSequence = 'cycle' | 'last';
