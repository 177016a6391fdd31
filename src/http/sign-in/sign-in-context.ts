import type { SignInCall } from '../auth/auth-state.js';
import { RequestFailure } from '../message/message.js';

/** What a sign-in needs beside the call of the request. */
export interface SignInContext extends SignInCall {
  /** Shows lines to the person; they contain nothing that a terminal would interpret. */
  readonly show: (text: string) => Promise<void>;
  /** The port that waits for the browser; 0 takes a free one. */
  readonly port: number;
}

/** How long one call of an endpoint may take, since no time limit of a request counts here. */
export const CALL_LIMIT_MS = 30_000;

/** Nobody has signed in, and why. */
export function signInFailure(message: string): RequestFailure {
  return new RequestFailure('auth', message);
}
