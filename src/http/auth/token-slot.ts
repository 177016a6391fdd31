/** One cached token, and what may be in progress to get another one. */
import { abortFailure } from '../message/abort.js';
import { offAbort, onAbort, type StopSignal } from '../../primitives/stop-signal.js';
import type { Exchange } from '../message/message.js';

export interface Token {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** A time on the monotonic clock; Infinity means until the run ends. */
  readonly usableUntil: number;
}

export interface FetchedToken {
  readonly token: Token;
  readonly exchanges: readonly Exchange[];
}

export interface TokenSlot {
  token: Token | undefined;
  /** A fetch that takes as long as the network. */
  fetching: PendingFetch | undefined;
  /** A sign-in that takes as long as a person. */
  asking: PendingFetch | undefined;
  /** Whether a person has signed in during this run. */
  hasAsked: boolean;
}

/** Callers that shared the fetch of another one get no exchanges. */
export interface TakenToken extends FetchedToken {
  readonly fromCache: boolean;
}

interface PendingFetch {
  readonly result: Promise<FetchedToken>;
  readonly cancel: AbortController;
  waiting: number;
}

export type FetchToken = (old: Token | undefined, signal: StopSignal) => Promise<FetchedToken>;

export function createTokenSlot(token?: Token): TokenSlot {
  return { token, fetching: undefined, asking: undefined, hasAsked: false };
}

export async function takeToken(
  slot: TokenSlot,
  now: number,
  signal: StopSignal,
  fetch: FetchToken,
): Promise<TakenToken> {
  if (slot.token !== undefined && now < slot.token.usableUntil) {
    return { token: slot.token, fromCache: true, exchanges: [] };
  }
  return shareFetch(slot, 'fetching', signal, fetch);
}

/** Starts the fetch, or joins the one that is in progress. */
export async function shareFetch(
  slot: TokenSlot,
  kind: 'fetching' | 'asking',
  signal: StopSignal,
  fetch: FetchToken,
): Promise<TakenToken> {
  const first = slot[kind] === undefined;
  const pending = (slot[kind] ??= startFetch(slot, kind, fetch));
  const { token, exchanges } = await join(slot, kind, pending, signal);
  return { token, fromCache: false, exchanges: first ? exchanges : [] };
}

/** Drops only the refused token, because another request may have stored a better one. */
export function dropToken(slot: TokenSlot, refused: Token): void {
  if (slot.token === refused) slot.token = undefined;
}

/** The same for a token whose refresh token is still good. */
export function expireToken(slot: TokenSlot, refused: Token): void {
  if (slot.token === refused) slot.token = { ...refused, usableUntil: -Infinity };
}

function startFetch(slot: TokenSlot, kind: 'fetching' | 'asking', fetch: FetchToken): PendingFetch {
  const cancel = new AbortController();
  const pending: PendingFetch = { result: finish(), cancel, waiting: 0 };
  return pending;

  async function finish(): Promise<FetchedToken> {
    try {
      const fetched = await fetch(slot.token, cancel.signal);
      slot.token = fetched.token;
      return fetched;
    } finally {
      if (slot[kind] === pending) slot[kind] = undefined;
    }
  }
}

/** A caller that runs out of time leaves; the fetch itself is aborted when its last caller has left. */
async function join(
  slot: TokenSlot,
  kind: 'fetching' | 'asking',
  pending: PendingFetch,
  signal: StopSignal,
): Promise<FetchedToken> {
  pending.waiting++;
  let leave = (): void => {};
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => {
      pending.waiting--;
      if (pending.waiting > 0) {
        reject(abortFailure(signal));
        return;
      }
      if (slot[kind] === pending) slot[kind] = undefined;
      pending.cancel.abort(signal.reason);
    };
    if (signal.aborted) leave();
    else onAbort(signal, leave);
  });
  try {
    return await Promise.race([pending.result, left]);
  } finally {
    offAbort(signal, leave);
  }
}
