/** One cached token and the one fetch that may be under way for it. */
import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import type { Exchange } from '../message/message.js';
import type { StopSignal } from '../message/stop-signal.js';

export interface Token {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** On the clock that only goes forward; Infinity: until the run ends. */
  readonly usableUntil: number;
}

export interface FetchedToken {
  readonly token: Token;
  readonly exchanges: readonly Exchange[];
}

export interface TokenSlot {
  token: Token | undefined;
  flight: Flight | undefined;
}

export interface TakenToken {
  readonly token: Token;
  readonly fromCache: boolean;
  /** The token calls made for the one who asked first; empty for those who waited with it. */
  readonly exchanges: readonly Exchange[];
}

interface Flight {
  readonly result: Promise<FetchedToken>;
  readonly cancel: AbortController;
  waiting: number;
}

export type FetchToken = (old: Token | undefined, signal: StopSignal) => Promise<FetchedToken>;

export async function takeToken(
  slot: TokenSlot,
  now: number,
  signal: StopSignal,
  fetch: FetchToken,
): Promise<TakenToken> {
  if (slot.token !== undefined && now < slot.token.usableUntil) {
    return { token: slot.token, fromCache: true, exchanges: [] };
  }
  const first = slot.flight === undefined;
  const flight = (slot.flight ??= startFlight(slot, fetch));
  const { token, exchanges } = await join(slot, flight, signal);
  return { token, fromCache: false, exchanges: first ? exchanges : [] };
}

/** Only the refused token: another request may have put a better one in its place. */
export function dropToken(slot: TokenSlot, refused: Token): void {
  if (slot.token === refused) slot.token = undefined;
}

function startFlight(slot: TokenSlot, fetch: FetchToken): Flight {
  const cancel = new AbortController();
  const flight: Flight = { result: land(), cancel, waiting: 0 };
  return flight;

  async function land(): Promise<FetchedToken> {
    try {
      const fetched = await fetch(slot.token, cancel.signal);
      slot.token = fetched.token;
      return fetched;
    } finally {
      if (slot.flight === flight) slot.flight = undefined;
    }
  }
}

/** Who runs out of time leaves; the fetch itself ends only when nobody waits any more. */
async function join(slot: TokenSlot, flight: Flight, signal: StopSignal): Promise<FetchedToken> {
  flight.waiting++;
  let leave = (): void => {};
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => {
      flight.waiting--;
      if (flight.waiting > 0) {
        reject(abortFailure(signal));
        return;
      }
      if (slot.flight === flight) slot.flight = undefined;
      flight.cancel.abort(signal.reason);
    };
    if (signal.aborted) leave();
    else onAbort(signal, leave);
  });
  try {
    return await Promise.race([flight.result, left]);
  } finally {
    offAbort(signal, leave);
  }
}
