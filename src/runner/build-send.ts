/** The one list of everything between a request and the wire. */
import type { AuthState, SignInPlace } from '../http/auth/auth-state.js';
import { createAuthWrap, findCredentialPlaces, type ResolvedAuth } from '../http/auth/build-auth.js';
import { compose } from '../http/message/compose.js';
import { cookies, type CookieJar } from '../http/wraps/cookie-jar.js';
import { followRedirects } from '../http/wraps/follow-redirects.js';
import type { Send } from '../http/message/message.js';
import { timeLimit } from '../http/wraps/time-limit.js';
import type { SecretSet } from '../redaction/secret-set.js';

/** What all requests of a run share. */
export interface Wire {
  /** Sends over the connections of the run. */
  readonly send: Send;
  readonly authState: AuthState;
  readonly secrets: SecretSet;
  readonly maxRedirects: number;
}

/** The settings of one request. */
export interface SendSettings {
  /** The limit of one attempt, in milliseconds. */
  readonly timeout: number;
  readonly followRedirects: boolean;
  /** Undefined when cookies are neither sent nor kept. */
  readonly jar: CookieJar | undefined;
  readonly auth: ResolvedAuth | undefined;
  /** Of the request, for a person who has to sign in. */
  readonly place?: SignInPlace | undefined;
}

/** The outermost wrap comes first. Authentication is inside redirects, so that each hop to the same origin is signed. */
export function buildSend(wire: Wire, settings: SendSettings): Send {
  const { send, authState, secrets, maxRedirects } = wire;
  const { timeout, jar, auth, place } = settings;
  const onSecret = (value: string): void => secrets.add(value);
  const credentials = auth && createAuthWrap(auth, authState, send, onSecret, place);
  return compose(send, [
    timeLimit(timeout, authState.clock),
    followRedirects({
      follow: settings.followRedirects,
      max: maxRedirects,
      secrets,
      credentialHeaders: auth ? findCredentialPlaces(auth).headers : [],
    }),
    ...(credentials ? [credentials] : []),
    ...(jar ? [cookies(jar, true)] : []),
  ]);
}
