/**
 * OAuth2 for grants that need a person: one token for each sign-in of a run. It comes from the environment, from a
 * refresh token or, where somebody may be asked, from a person.
 */
import { shellWord } from '../../primitives/text/shell-word.js';
import { createHash } from 'node:crypto';
import { getOrAdd } from '../../primitives/get-or-add.js';
import {
  RequestFailure,
  type HttpRequest,
  type HttpResponse,
  type Send,
  type Wrap,
} from '../message/message.js';
import { withEarlierExchanges } from '../wraps/earlier-exchanges.js';
import type { AuthState, SignInPlace } from './auth-state.js';
import { PersonNeeded } from './person-needed.js';
import { CARRIED_PREFIX, fromCarried, readCarriedToken } from './carried-token.js';
import { keepsCredentials } from './credential-header.js';
import { sendWithToken, tokenKey } from './oauth2.js';
import { refreshToken, type TokenCall, type TokenGrant } from './token-request.js';
import {
  createTokenSlot,
  expireToken,
  shareFetch,
  takeToken,
  type FetchedToken,
  type TakenToken,
  type Token,
  type TokenSlot,
} from './token-slot.js';

export interface PersonTokenContext {
  readonly state: AuthState;
  /** Sends without redirects and cookies. */
  readonly send: Send;
  readonly onSecret: (value: string) => void;
  readonly place: SignInPlace;
}

/** Who waits for a token. */
type TokenWaiter = Pick<HttpRequest, 'signal' | 'personWait'>;

export function personToken(grant: TokenGrant, context: PersonTokenContext): Wrap {
  return (next) => async (request) => {
    if (!keepsCredentials(request)) return next(request);
    const taken = await takePersonToken(grant, context, request);
    const first = await sendWithToken(taken, request, next);
    if (first.statusCode !== 401 || !taken.fromCache) return first;
    const slot = slotOf(grant, context);
    expireToken(slot, taken.token);
    let again: TakenToken;
    try {
      // Who has signed in a moment ago would only get the same token again.
      again = await takePersonToken(grant, context, request, !slot.hasAsked);
    } catch (error) {
      if (error instanceof PersonNeeded) return withRefusal(first, context.place);
      throw error;
    }
    return withEarlierExchanges(first, () => sendWithToken(again, request, next));
  };
}

/** Waiting for a person does not count for the time limit of the waiting request. Throws RequestFailure('auth'). */
export async function takePersonToken(
  grant: TokenGrant,
  context: PersonTokenContext,
  waiter: TokenWaiter,
  mayAsk = true,
): Promise<TakenToken> {
  const slot = slotOf(grant, context);
  const taken = slot.asking
    ? await askPerson(slot, grant, context, waiter)
    : await renewOrAsk(slot, grant, context, waiter, mayAsk);
  // The request that fetched the token may have reported it to another secret set.
  for (const secret of secretsOf(taken.token)) context.onSecret(secret);
  return taken;
}

/** The environment variable that may hold the token of a sign-in. */
export function carriedName({ grant, tokenUrl, clientId, scopes }: TokenGrant): string {
  const key = JSON.stringify([grant, tokenUrl, clientId, scopes.toSorted()]);
  return `${CARRIED_PREFIX}${createHash('sha256').update(key, 'utf8').digest('hex').slice(0, 8)}`;
}

async function renewOrAsk(
  slot: TokenSlot,
  grant: TokenGrant,
  context: PersonTokenContext,
  waiter: TokenWaiter,
  mayAsk: boolean,
): Promise<TakenToken> {
  const { state, place } = context;
  try {
    return await takeToken(slot, state.clock.now(), waiter.signal, (old, signal) =>
      renew(slot, grant, old, context, signal),
    );
  } catch (error) {
    if (!(error instanceof PersonNeeded)) throw error;
    const { exchanges } = error;
    if (!state.asker || !mayAsk)
      throw new PersonNeeded('auth', `a person has to sign in; run ${loginCommand(place)} in a terminal`, {
        exchanges,
      });
    const asked = await askPerson(slot, grant, context, waiter);
    return { ...asked, exchanges: [...exchanges, ...asked.exchanges] };
  }
}

async function renew(
  slot: TokenSlot,
  grant: TokenGrant,
  old: Token | undefined,
  context: PersonTokenContext,
  signal: TokenCall['signal'],
): Promise<FetchedToken> {
  if (old?.refreshToken === undefined) throw new PersonNeeded('auth', 'there is no token');
  try {
    const renewed = await refreshToken(grant, old.refreshToken, createCall(context, signal));
    context.state.asker?.kept.set(tokenKey(grant), renewed.token);
    return renewed;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The refresh token is not tried again by every request that follows.
    if (slot.token === old) slot.token = undefined;
    context.state.asker?.kept.delete(tokenKey(grant));
    throw new PersonNeeded('auth', error.message, { exchanges: error.exchanges });
  }
}

/** A network or a server that fails for the moment says nothing about the refresh token. */
function isRefusal(error: unknown): error is RequestFailure {
  if (!(error instanceof RequestFailure) || error.errorKind !== 'auth') return false;
  const status = error.exchanges.at(-1)?.response?.statusCode ?? 0;
  return !(error.cause instanceof RequestFailure) && status < 500;
}

function askPerson(
  slot: TokenSlot,
  grant: TokenGrant,
  context: PersonTokenContext,
  { signal: own, personWait }: TokenWaiter,
): Promise<TakenToken> {
  const { state, place } = context;
  const wait = (): Promise<TakenToken> =>
    shareFetch(slot, 'asking', own, async (_old, signal) => {
      const { asker, random } = state;
      if (!asker) throw new PersonNeeded('auth', 'nobody can be asked');
      const call = { ...createCall(context, signal), random, requestName: place.name };
      const token = await asker.ask(grant, call);
      slot.hasAsked = true;
      asker.kept.set(tokenKey(grant), token);
      return { token, exchanges: [] };
    });
  return personWait ? personWait.during(wait) : wait();
}

function createCall({ send, state, onSecret }: PersonTokenContext, signal: TokenCall['signal']): TokenCall {
  return { send, signal, clock: state.clock, onSecret };
}

function slotOf(grant: TokenGrant, context: PersonTokenContext): TokenSlot {
  const { state } = context;
  const key = tokenKey(grant);
  return getOrAdd(state.tokens, key, () =>
    createTokenSlot(state.asker?.kept.get(key) ?? carriedToken(grant, context)),
  );
}

function carriedToken(grant: TokenGrant, { state, onSecret }: PersonTokenContext): Token | undefined {
  const name = carriedName(grant);
  const text = state.process[name] ?? '';
  if (text === '') return undefined;
  onSecret(text);
  const carried = readCarriedToken(text);
  if (carried) return fromCarried(carried, state);
  throw new RequestFailure('auth', `${name} does not contain what svc auth login prints; set it again`);
}

function secretsOf({ accessToken, refreshToken: refresh }: Token): readonly string[] {
  return refresh === undefined ? [accessToken] : [accessToken, refresh];
}

/** The response is the result, because the target may refuse what the person may not do. */
function withRefusal(response: HttpResponse, place: SignInPlace): HttpResponse {
  const warning = `the target refused the token; ${loginCommand(place)} gets another one`;
  return { ...response, warnings: [...response.warnings, warning] };
}

function loginCommand({ file, name }: SignInPlace): string {
  const words = [...(file === '' ? [] : [file]), ...(name === '' ? [] : ['-n', name])];
  return ['svc auth login', ...words.map(shellWord)].join(' ');
}
