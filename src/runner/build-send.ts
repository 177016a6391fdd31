/** Everything between a request and the wire, in one list (language 5.5, 9.8). */
import type { AuthState } from '../http/auth/auth-state.js';
import { authWrap, credentialPlaces, type ResolvedAuth } from '../http/auth/build-auth.js';
import { compose } from '../http/message/compose.js';
import { cookies, type CookieJar } from '../http/wraps/cookie-jar.js';
import { followRedirects } from '../http/wraps/follow-redirects.js';
import type { Send } from '../http/message/message.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import type { SecretSet } from '../redaction/secret-set.js';

/** What all requests of a run share. */
export interface Wire {
  /** Of the connection. */
  readonly send: Send;
  readonly authState: AuthState;
  readonly secrets: SecretSet;
  readonly maxRedirects: number;
}

/** What one request asks for. */
export interface SendSettings {
  /** Of one attempt, in milliseconds. */
  readonly timeout: number;
  readonly followRedirects: boolean;
  /** Undefined: cookies are neither sent nor kept. */
  readonly jar: CookieJar | undefined;
  readonly auth: ResolvedAuth | undefined;
}

/** Outermost first; authentication stands inside redirects, so that each hop to the same origin is signed anew. */
export function buildSend(wire: Wire, settings: SendSettings): Send {
  const { send, authState, secrets, maxRedirects } = wire;
  const { timeout, jar, auth } = settings;
  const credentials = auth && authWrap(auth, authState, send, (value) => secrets.add(value));
  return compose(send, [
    timeLimit(timeout),
    followRedirects({
      follow: settings.followRedirects,
      max: maxRedirects,
      secrets,
      credentialHeaders: auth ? credentialPlaces(auth).headers : [],
    }),
    ...(credentials ? [credentials] : []),
    ...(jar ? [cookies(jar, true)] : []),
  ]);
}
