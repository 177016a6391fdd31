/** What authentication remembers for one run (or one whole load test). */
import { elapsed } from '../../primitives/clock.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import type { DigestChallenge } from './digest-response.js';
import type { TokenSlot } from './token-slot.js';

export interface DigestSession {
  readonly origin: string;
  readonly challenge: DigestChallenge;
  /** How often the nonce was used; shared by the users of an origin that got the same one. */
  readonly uses: { count: number };
  /** An `-sess` form hashes the first client nonce for as long as the server's lives (RFC 7616 section 3.4.2). */
  readonly cnonce: string;
}

export interface AuthState {
  /** The time of day, for signatures. */
  readonly clock: () => number;
  /** What a token's life is measured with: it must not grow or shrink when the time of day is corrected. */
  readonly elapsed: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** By origin and user. */
  readonly digestSessions: Map<string, DigestSession>;
  readonly tokens: Map<string, TokenSlot>;
}

export interface AuthStateOptions {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Milliseconds that only go forward. */
  readonly elapsed?: () => number;
  readonly random?: (bytes: number) => Uint8Array;
}

export function createAuthState(options: AuthStateOptions = {}): AuthState {
  return {
    clock: options.clock ?? Date.now,
    elapsed: options.elapsed ?? elapsed,
    random: options.random ?? randomBytes,
    digestSessions: new Map(),
    tokens: new Map(),
  };
}
