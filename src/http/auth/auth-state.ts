/** What authentication remembers for one run or one whole load test. */
import { elapsed } from '../../primitives/clock.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import type { DigestChallenge } from './digest-response.js';
import type { TokenSlot } from './token-slot.js';

export interface DigestSession {
  readonly origin: string;
  readonly challenge: DigestChallenge;
  /** How often the nonce was used; shared by the users of an origin that got the same one. */
  readonly uses: { count: number };
  /** An `-sess` form hashes the first client nonce while the server nonce is valid (RFC 7616 section 3.4.2). */
  readonly cnonce: string;
}

export interface AuthState {
  /** The time of day in milliseconds since 1970, for signatures. */
  readonly clock: () => number;
  /** Measures the lifetime of tokens, which must not change when the time of day is corrected. */
  readonly elapsed: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** The key is made of origin and user. */
  readonly digestSessions: Map<string, DigestSession>;
  readonly tokens: Map<string, TokenSlot>;
}

/** `sources` replaces those of the machine. */
export function createAuthState(
  sources: Partial<Pick<AuthState, 'clock' | 'elapsed' | 'random'>> = {},
): AuthState {
  const machine = { clock: Date.now, elapsed, random: randomBytes };
  return { ...machine, ...sources, digestSessions: new Map(), tokens: new Map() };
}
