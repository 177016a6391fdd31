/** What authentication remembers for one run or one whole load test. */
import { systemClock, type Clock } from '../../primitives/clock.js';
import { randomBytes } from '../../primitives/random-bytes.js';
import type { DigestChallenge } from './digest-response.js';
import type { TokenCall, TokenGrant } from './token-request.js';
import type { Token, TokenSlot } from './token-slot.js';

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
  readonly wallClock: () => number;
  /** Measures the lifetime of tokens, which must not change when the time of day is corrected. */
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** The key is made of origin and user. */
  readonly digestSessions: Map<string, DigestSession>;
  readonly tokens: Map<string, TokenSlot>;
  /** Environment variables of the process, which may hold the tokens of sign-ins. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Undefined where nobody may be asked to sign in, as nearly everywhere. */
  readonly asker: PersonAsker | undefined;
}

/** Signs people in; whoever gives it to a run permits that a person is asked. */
export interface PersonAsker {
  /** Throws RequestFailure('auth') when nobody signs in. */
  readonly ask: (grant: TokenGrant, call: SignInCall) => Promise<Token>;
  /** The tokens of this process by their key, for runs that follow each other. */
  readonly kept: Map<string, Token>;
}

export interface SignInCall extends TokenCall {
  readonly random: AuthState['random'];
  /** The name of the request that needs the token; empty when it has none. */
  readonly requestName: string;
}

/** Where the request of a sign-in stands, for messages; empty texts for what is not there. */
export interface SignInPlace {
  /** The path as users see it. */
  readonly file: string;
  readonly name: string;
}

/** `sources` replaces those of the machine. */
export function createAuthState(
  sources: Partial<Omit<AuthState, 'digestSessions' | 'tokens'>> = {},
): AuthState {
  return {
    wallClock: Date.now,
    clock: systemClock,
    random: randomBytes,
    process: {},
    asker: undefined,
    ...sources,
    digestSessions: new Map(),
    tokens: new Map(),
  };
}
