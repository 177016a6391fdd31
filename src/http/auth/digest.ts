/** Digest: the first request has no credentials, the second responds to the challenge, later ones reuse the session. */
import { hashBody } from '../message/body-hash.js';
import { withEarlierExchanges } from '../wraps/earlier-exchanges.js';
import { headerValues, withoutHeaders } from '../message/header-list.js';
import type { HttpRequest, HttpResponse, Wrap } from '../message/message.js';
import { originOf, requestTarget } from '../message/url-parts.js';
import type { AuthState, DigestSession } from './auth-state.js';
import { keepsCredentials, withCredential } from './credential-header.js';
import { createAuthorization, findStrongestChallenge, type DigestInput } from './digest-response.js';

type User = Pick<DigestInput, 'username' | 'password'>;

export function digest(username: string, password: string, state: AuthState): Wrap {
  const user: User = { username, password };
  return (next) => async (written) => {
    if (!keepsCredentials(written)) return next(written);
    const headers = withoutHeaders(written.headers, (name) => name === 'authorization');
    const request = { ...written, headers };
    const existing = state.digestSessions.get(sessionKey(request, user));
    const first = await next(existing === undefined ? request : await signed(request, existing, user, state));
    if (first.statusCode !== 401) return first;

    const session = openSession(request, first, user, state);
    if (session === undefined) return { ...first, warnings: [...first.warnings, NO_CHALLENGE] };
    const authorized = await signed(request, session, user, state);
    const second = await withEarlierExchanges(first, () => next(authorized));
    if (second.statusCode !== 401 || existing !== undefined) return second;

    if (challengeOf(second)?.stale !== true) return second;
    const renewed = openSession(request, second, user, state);
    if (renewed === undefined) return second;
    const last = await signed(request, renewed, user, state);
    return withEarlierExchanges(second, () => next(last));
  };
}

const NO_CHALLENGE = 'the 401 response offers no Digest challenge that @auth digest can answer';

function sessionKey(request: HttpRequest, user: User): string {
  return JSON.stringify([originOf(request.url), user.username]);
}

async function signed(
  request: HttpRequest,
  { challenge, uses, cnonce }: DigestSession,
  user: User,
  state: AuthState,
): Promise<HttpRequest> {
  const needsBody = challenge.qop === 'auth-int';
  const hash = needsBody ? await hashBody(challenge.hash, request.body) : '';
  uses.count++;
  const authorization = createAuthorization(challenge, {
    ...user,
    method: request.method,
    uri: requestTarget(request.url),
    cnonce: challenge.session ? cnonce : newCnonce(state),
    count: uses.count,
    bodyHash: hash,
  });
  return withCredential(request, 'Authorization', authorization);
}

function newCnonce(state: AuthState): string {
  return Buffer.from(state.random(16)).toString('hex');
}

/** A nonce that is repeated keeps its count and, for `-sess`, the client nonce. */
function openSession(
  request: HttpRequest,
  response: HttpResponse,
  user: User,
  state: AuthState,
): DigestSession | undefined {
  const key = sessionKey(request, user);
  const challenge = challengeOf(response);
  if (challenge === undefined) {
    state.digestSessions.delete(key);
    return undefined;
  }
  const origin = originOf(request.url);
  const isSame = (other: DigestSession | undefined): other is DigestSession =>
    other?.origin === origin && other.challenge.nonce === challenge.nonce;
  const current = state.digestSessions.get(key);
  const same = isSame(current) ? current : [...state.digestSessions.values()].find(isSame);
  const session: DigestSession = {
    origin,
    challenge,
    uses: same?.uses ?? { count: 0 },
    cnonce: isSame(current) ? current.cnonce : newCnonce(state),
  };
  state.digestSessions.set(key, session);
  return session;
}

function challengeOf(response: HttpResponse): ReturnType<typeof findStrongestChallenge> {
  return findStrongestChallenge(headerValues(response.headers, 'www-authenticate'));
}
