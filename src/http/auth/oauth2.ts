/** OAuth2 with one token for each set of credentials in a run. */
import { createHash } from 'node:crypto';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { withEarlierExchanges } from '../wraps/earlier-exchanges.js';
import type { HttpRequest, HttpResponse, Send, Wrap } from '../message/message.js';
import type { AuthState } from './auth-state.js';
import { keepsCredentials, withCredential } from './credential-header.js';
import { fetchToken, type TokenGrant } from './token-request.js';
import { createTokenSlot, dropToken, takeToken, type TakenToken, type TokenSlot } from './token-slot.js';
import type { StopSignal } from '../../primitives/stop-signal.js';

export function oauth2(
  grant: TokenGrant,
  state: AuthState,
  tokenSend: Send,
  onSecret: (value: string) => void,
): Wrap {
  const take = async (slot: TokenSlot, signal: StopSignal): Promise<TakenToken> => {
    const taken = await takeToken(slot, state.clock.now(), signal, (old, shared) =>
      fetchToken(grant, old, { send: tokenSend, signal: shared, clock: state.clock, onSecret }),
    );
    // The request that fetched the token may have reported it to another secret set.
    onSecret(taken.token.accessToken);
    return taken;
  };
  return (next) => async (request) => {
    if (!keepsCredentials(request)) return next(request);
    const slot = slotOf(state, grant);
    const taken = await take(slot, request.signal);
    const first = await sendWithToken(taken, request, next);
    if (first.statusCode !== 401 || !taken.fromCache) return first;
    dropToken(slot, taken.token);
    return withEarlierExchanges(first, async () =>
      sendWithToken(await take(slot, request.signal), request, next),
    );
  };
}

export interface TokenCall {
  readonly state: AuthState;
  readonly send: Send;
  readonly onSecret: (value: string) => void;
  readonly signal: StopSignal;
}

/** The token itself, from the same cache, for a request that writes it where it wants. */
export async function fetchAccessToken(grant: TokenGrant, call: TokenCall): Promise<string> {
  const { state, send, onSecret, signal } = call;
  const { token } = await takeToken(slotOf(state, grant), state.clock.now(), signal, (old, shared) =>
    fetchToken(grant, old, { send, signal: shared, clock: state.clock, onSecret }),
  );
  onSecret(token.accessToken);
  return token.accessToken;
}

function slotOf(state: AuthState, grant: TokenGrant): TokenSlot {
  return getOrAdd(state.tokens, tokenKey(grant), () => createTokenSlot());
}

/** Grants with the same key share a token. */
export function tokenKey(grant: TokenGrant): string {
  return JSON.stringify([
    grant.grant,
    grant.tokenUrl,
    grant.clientId,
    hashed(grant.clientSecret),
    grant.username,
    hashed(grant.password),
    grant.scopes.toSorted(),
  ]);
}

/** Secrets are hashed, so that the key of the cache holds no password. */
function hashed(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

export function sendWithToken(taken: TakenToken, request: HttpRequest, next: Send): Promise<HttpResponse> {
  return withEarlierExchanges({ exchanges: taken.exchanges, warnings: [] }, async () =>
    next(withCredential(request, 'Authorization', `Bearer ${taken.token.accessToken}`)),
  );
}
