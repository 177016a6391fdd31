/** Calls of a token endpoint (RFC 6749 sections 4.3, 4.4 and 6). */
import type { Clock } from '../../primitives/clock.js';
import { jsonOverrun } from '../../primitives/json-memory.js';
import { printableLine } from '../../primitives/printable.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { version } from '../../version.js';
import { withEarlierExchanges, withEarlierExchangesOnFailure } from '../wraps/earlier-exchanges.js';
import { RequestFailure, type HttpResponse, type Send } from '../message/message.js';
import { encodeFormComponent, prepareUrl } from '../message/url-encoding.js';
import { isRedirectStatus } from '../wraps/redirect-chain.js';
import { encodeBasicCredential } from '../message/basic-credential.js';
import type { FetchedToken, Token } from './token-slot.js';
import type { StopSignal } from '../../primitives/stop-signal.js';

export interface TokenGrant {
  readonly grant: 'client_credentials' | 'password' | 'device_code' | 'authorization_code';
  readonly tokenUrl: string;
  /** Where a sign-in of a person begins; empty for the other grants. */
  readonly personUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Empty for all grants but `password`. */
  readonly username: string;
  readonly password: string;
  readonly scopes: readonly string[];
}

export interface TokenCall {
  /** Sends without redirects and cookies. */
  readonly send: Send;
  readonly signal: StopSignal;
  readonly clock: Clock;
  readonly onSecret: (value: string) => void;
}

export type Fields = readonly (readonly [name: string, value: string])[];

/** Which endpoint is called, for messages. */
type Endpoint = 'token' | 'device';

/** Uses the refresh token of the old token where that still works, or else the grant. */
export async function fetchToken(
  grant: TokenGrant,
  old: Token | undefined,
  call: TokenCall,
): Promise<FetchedToken> {
  if (old?.refreshToken === undefined) return requestToken(grant, grantFields(grant), call);
  try {
    return await refreshToken(grant, old.refreshToken, call);
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.errorKind !== 'auth') throw error;
    return afterRefusal(error, () => requestToken(grant, grantFields(grant), call));
  }
}

/** The new token keeps the refresh token unless it brings another one. */
export async function refreshToken(
  grant: TokenGrant,
  refresh: string,
  call: TokenCall,
): Promise<FetchedToken> {
  const fields: Fields = [
    ['grant_type', 'refresh_token'],
    ['refresh_token', refresh],
  ];
  const { token, exchanges } = await requestToken(grant, fields, call);
  return { token: { ...token, refreshToken: token.refreshToken ?? refresh }, exchanges };
}

async function afterRefusal(
  refusal: RequestFailure,
  request: () => Promise<FetchedToken>,
): Promise<FetchedToken> {
  try {
    const { token, exchanges } = await request();
    return { token, exchanges: [...refusal.exchanges, ...exchanges] };
  } catch (error) {
    throw withEarlierExchangesOnFailure(refusal, error);
  }
}

function grantFields(grant: TokenGrant): Fields {
  return [
    ['grant_type', grant.grant],
    ...(grant.grant === 'password'
      ? ([
          ['username', grant.username],
          ['password', grant.password],
        ] as const)
      : []),
    ...(grant.scopes.length === 0 ? [] : [['scope', grant.scopes.join(' ')] as const]),
  ];
}

export async function requestToken(
  grant: TokenGrant,
  fields: Fields,
  call: TokenCall,
): Promise<FetchedToken> {
  const response = await sendForm(grant, grant.tokenUrl, fields, call);
  return { token: readToken(grant, response, call), exchanges: response.exchanges };
}

/** Many servers accept the client in only one of two places, so a refused call is repeated with the other one. */
export async function sendForm(
  grant: TokenGrant,
  url: string,
  fields: Fields,
  call: TokenCall,
): Promise<HttpResponse> {
  const inForm: Fields = [
    ...fields.filter(([name]) => name !== 'client_id'),
    ['client_id', grant.clientId],
    ...(grant.clientSecret === '' ? [] : [['client_secret', grant.clientSecret] as const]),
  ];
  const hasBoth = grant.clientId !== '' && grant.clientSecret !== '';
  const first = await post(grant, url, hasBoth ? fields : inForm, hasBoth, call);
  const refused = first.statusCode === 401 || fieldsOf(first)['error'] === 'invalid_client';
  return hasBoth && refused
    ? withEarlierExchanges(first, () => post(grant, url, inForm, false, call))
    : first;
}

async function post(
  grant: TokenGrant,
  url: string,
  fields: Fields,
  withBasic: boolean,
  call: TokenCall,
): Promise<HttpResponse> {
  const form = fields.map((pair) => pair.map(encodeFormComponent).join('='));
  const credential = encodeBasicCredential(
    encodeFormComponent(grant.clientId),
    encodeFormComponent(grant.clientSecret),
  );
  if (withBasic) call.onSecret(credential);
  try {
    return await call.send({
      method: 'POST',
      url: prepareUrl(url),
      headers: [
        ['User-Agent', `svc/${version}`],
        ['Accept', 'application/json'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ...(withBasic ? [['Authorization', `Basic ${credential}`] as const] : []),
      ],
      body: Buffer.from(form.join('&'), 'utf8'),
      signal: call.signal,
      isTokenCall: true,
    });
  } catch (error) {
    throw asAuthFailure(error);
  }
}

const KEPT_KINDS: ReadonlySet<string> = new Set(['timeout', 'cancelled', 'blocked']);

/** Timeout, cancellation and refusal of the host are what they are; any other failure means that there is no token. */
function asAuthFailure(error: unknown): unknown {
  if (!(error instanceof RequestFailure) || KEPT_KINDS.has(error.errorKind)) return error;
  return new RequestFailure('auth', `the token request failed: ${error.message}`, {
    cause: error,
    exchanges: error.exchanges,
  });
}

export function readToken(grant: TokenGrant, response: HttpResponse, call: TokenCall): Token {
  const fields = fieldsOf(response);
  const { access_token: accessToken, refresh_token: refreshToken } = fields;
  const good = response.statusCode >= 200 && response.statusCode < 300;
  if (!good || typeof accessToken !== 'string' || accessToken === '') {
    throw new RequestFailure('auth', refusal('token', grant, response), { exchanges: response.exchanges });
  }
  for (const secret of [accessToken, refreshToken, fields['id_token']]) {
    if (typeof secret === 'string' && secret !== '') call.onSecret(secret);
  }
  return {
    accessToken,
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : undefined,
    usableUntil: usableUntil(fields['expires_in'], call.clock.now()),
  };
}

const MAX_TOKEN_BYTES = 1024 * 1024;

/** The fields of a response that is a JSON object; none for any other response. */
export function fieldsOf(response: HttpResponse): Readonly<Record<string, unknown>> {
  if (response.body.length > MAX_TOKEN_BYTES) return {};
  try {
    const text = Buffer.from(response.body).toString('utf8');
    if (jsonOverrun(text, MAX_TOKEN_BYTES) >= 0) return {};
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A token is renewed a little early, so that it does not expire on the way. */
function usableUntil(expiresIn: unknown, now: number): number {
  const isNumber =
    typeof expiresIn === 'number' || (typeof expiresIn === 'string' && /^\d+$/.test(expiresIn));
  if (!isNumber) return Infinity;
  const seconds = Math.max(0, Number(expiresIn));
  return now + (seconds - Math.min(30, seconds / 2)) * 1000;
}

/** What a response of an endpoint without the expected fields means, as a sentence. */
export function refusal(endpoint: Endpoint, grant: TokenGrant, response: HttpResponse): string {
  const status = `the ${endpoint} endpoint responded with status ${response.statusCode}`;
  if (isRedirectStatus(response.statusCode)) {
    return `${status}; redirects of the ${endpoint} URL are not followed`;
  }
  const reasons = refusalReasons(grant, fieldsOf(response));
  if (reasons !== '') return `${status}: ${reasons}`;
  return `${status} and no ${endpoint === 'token' ? 'access token' : 'device code'}`;
}

/** Servers may repeat what they were sent, so a message shows only error and description. */
export function refusalReasons(grant: TokenGrant, fields: Readonly<Record<string, unknown>>): string {
  const { error, error_description: description } = fields;
  const reasons = [error, description].filter((part) => typeof part === 'string' && part !== '');
  const secrets = new SecretSet();
  secrets.addAll([grant.clientId, grant.clientSecret, grant.username, grant.password]);
  return printableLine(secrets.redact(reasons.join(', '))).slice(0, 300);
}
