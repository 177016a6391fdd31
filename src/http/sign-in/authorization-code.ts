/** Signs in with a browser on this machine: docs/language.md#authentication (RFC 7636, RFC 8252). */
import { createHash } from 'node:crypto';
import { printableLine } from '../../primitives/printable.js';
import { refusalReasons, requestToken, type Fields, type TokenGrant } from '../auth/token-request.js';
import type { Token } from '../auth/token-slot.js';
import { timeLimit } from '../wraps/time-limit.js';
import { openCallback } from './callback-server.js';
import { ADDRESS_RULE, shownAddress } from './shown-address.js';
import { CALL_LIMIT_MS, signInFailure, type SignInContext } from './sign-in-context.js';
import { timeText } from './time-text.js';

const VERIFIER_BYTES = 32;
const STATE_BYTES = 16;
const PERSON_LIMIT_MS = 5 * 60_000;

export async function signInByCode(grant: TokenGrant, context: SignInContext): Promise<Token> {
  const verifier = base64url(context.random(VERIFIER_BYTES));
  const state = base64url(context.random(STATE_BYTES));
  context.onSecret(verifier);
  if (shownAddress(grant.personUrl) === undefined)
    throw signInFailure(`the authorize URL cannot be opened: ${ADDRESS_RULE}`);
  const callback = await openCallback(state, context.port, context.clock);
  try {
    const redirect = `http://127.0.0.1:${callback.port}/callback`;
    const address = authorizeAddress(grant, { state, redirect, challenge: challengeOf(verifier) });
    await context.show(instructions(address, context.requestName));
    const response = await callback.wait(PERSON_LIMIT_MS, context.signal);
    if (response === undefined)
      throw signInFailure(`nobody signed in within ${timeText(PERSON_LIMIT_MS)}; try again`);
    if ('refused' in response)
      throw signInFailure(`the sign-in was refused: ${refusalReasons(grant, response.refused)}`);
    context.onSecret(response.code);
    const fields: Fields = [
      ['grant_type', 'authorization_code'],
      ['code', response.code],
      ['redirect_uri', redirect],
      ['code_verifier', verifier],
    ];
    const send = timeLimit(CALL_LIMIT_MS, context.clock)(context.send);
    return (await requestToken(grant, fields, { ...context, send })).token;
  } finally {
    callback.close();
  }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}

/** The URL may bring parameters of the provider, such as an audience; those of the grant win. */
function authorizeAddress(
  { personUrl = '', clientId, scopes }: TokenGrant,
  { state, redirect, challenge }: Readonly<Record<'state' | 'redirect' | 'challenge', string>>,
): string {
  const url = new URL(personUrl);
  url.hash = '';
  const { searchParams } = url;
  searchParams.set('response_type', 'code');
  searchParams.set('client_id', clientId);
  searchParams.set('redirect_uri', redirect);
  if (scopes.length > 0) searchParams.set('scope', scopes.join(' '));
  searchParams.set('state', state);
  searchParams.set('code_challenge', challenge);
  searchParams.set('code_challenge_method', 'S256');
  return url.href;
}

function instructions(address: string, requestName: string): string {
  const name = requestName === '' ? '' : ` for ${printableLine(requestName)}`;
  return `Sign in${name}: open ${address} (valid for ${timeText(PERSON_LIMIT_MS)})\n`;
}
