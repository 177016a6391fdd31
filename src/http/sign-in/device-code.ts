/** Signs in on another device: docs/language.md#authentication (RFC 8628). */
import { printableLine } from '../../primitives/printable.js';
import {
  fieldsOf,
  readToken,
  refusal,
  refusalReasons,
  sendForm,
  type Fields,
  type TokenGrant,
} from '../auth/token-request.js';
import type { Token } from '../auth/token-slot.js';
import { abortFailure } from '../message/abort.js';
import { RequestFailure, type HttpResponse } from '../message/message.js';
import { timeLimit } from '../wraps/time-limit.js';
import { ADDRESS_RULE, shownAddress } from './shown-address.js';
import { CALL_LIMIT_MS, signInFailure, type SignInContext } from './sign-in-context.js';
import { timeText } from './time-text.js';

/** What the provider says about one sign-in; times in milliseconds. */
interface DeviceSignIn {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly address: string;
  /** The address with the code in it. */
  readonly completeAddress: string | undefined;
  readonly lifetime: number;
  readonly interval: number;
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const DEFAULT_INTERVAL_MS = 5000;
/** A provider cannot make svc call it without a pause. */
const MIN_INTERVAL_MS = 100;
const SLOW_DOWN_MS = 5000;
const MAX_LOST_INTERVAL_MS = 60_000;
const DEFAULT_LIFETIME_MS = 15 * 60_000;
const MAX_LIFETIME_MS = 24 * 3_600_000;
const MAX_CODE_CHARACTERS = 100;

export async function signInByDevice(grant: TokenGrant, context: SignInContext): Promise<Token> {
  const signIn = await startSignIn(grant, context);
  const until = context.clock.now() + signIn.lifetime;
  await context.show(instructions(signIn, context.requestName));
  return poll(grant, signIn, until, context);
}

async function startSignIn(grant: TokenGrant, context: SignInContext): Promise<DeviceSignIn> {
  const fields: Fields = [
    ['client_id', grant.clientId],
    ...(grant.scopes.length === 0 ? [] : [['scope', grant.scopes.join(' ')] as const]),
  ];
  const send = timeLimit(CALL_LIMIT_MS, context.clock)(context.send);
  const response = await sendForm(grant, grant.personUrl ?? '', fields, { ...context, send });
  const found = fieldsOf(response);
  const { device_code: deviceCode, user_code: userCode } = found;
  const isGood = response.statusCode >= 200 && response.statusCode < 300;
  if (!isGood || !isText(deviceCode) || !isText(userCode))
    throw signInFailure(refusal('device', grant, response));
  context.onSecret(deviceCode);
  // Some providers use the name of an earlier draft.
  const address = shownAddress(found['verification_uri'] ?? found['verification_url']);
  if (address === undefined)
    throw signInFailure(`the device endpoint gave no address to sign in at: ${ADDRESS_RULE}`);
  return {
    deviceCode,
    userCode: printableLine(userCode).slice(0, MAX_CODE_CHARACTERS),
    address,
    completeAddress: shownAddress(found['verification_uri_complete']),
    lifetime: Math.min(milliseconds(found['expires_in']) ?? DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS),
    interval: Math.max(milliseconds(found['interval']) ?? DEFAULT_INTERVAL_MS, MIN_INTERVAL_MS),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Of a number of seconds, which some providers write as text. */
function milliseconds(seconds: unknown): number | undefined {
  const isNumber = typeof seconds === 'number' || (typeof seconds === 'string' && /^\d{1,15}$/.test(seconds));
  const value = isNumber ? Number(seconds) * 1000 : NaN;
  return value > 0 ? value : undefined;
}

function instructions(
  { address, userCode, completeAddress, lifetime }: DeviceSignIn,
  requestName: string,
): string {
  const name = requestName === '' ? '' : ` for ${printableLine(requestName)}`;
  const line = `Sign in${name}: open ${address} and enter ${userCode} (valid for ${timeText(lifetime)})\n`;
  return completeAddress === undefined ? line : `${line}or open ${completeAddress}\n`;
}

/** Asks until there is a token, the person has refused, or the code is too old. */
async function poll(
  grant: TokenGrant,
  { deviceCode, lifetime, interval: firstInterval }: DeviceSignIn,
  until: number,
  context: SignInContext,
): Promise<Token> {
  let interval = firstInterval;
  for (;;) {
    const left = until - context.clock.now();
    const isOver = await context.clock.sleep(Math.max(0, Math.min(interval, left)), context.signal);
    if (!isOver) throw abortFailure(context.signal);
    if (context.clock.now() >= until)
      throw signInFailure(`nobody signed in within ${timeText(lifetime)}; try again`);
    const response = await askForToken(grant, deviceCode, context);
    if (response === undefined) {
      interval = Math.max(interval, Math.min(interval * 2, MAX_LOST_INTERVAL_MS));
      continue;
    }
    const { error } = fieldsOf(response);
    if (error === 'slow_down') interval += SLOW_DOWN_MS;
    else if (error !== 'authorization_pending') return tokenOf(grant, response, context);
  }
}

/** Undefined when the connection was lost or the server is out of order, so that it is worth another try. */
async function askForToken(
  grant: TokenGrant,
  deviceCode: string,
  context: SignInContext,
): Promise<HttpResponse | undefined> {
  const fields: Fields = [
    ['grant_type', DEVICE_GRANT],
    ['device_code', deviceCode],
  ];
  const send = timeLimit(CALL_LIMIT_MS, context.clock)(context.send);
  try {
    const response = await sendForm(grant, grant.tokenUrl, fields, { ...context, send });
    const isBusy = response.statusCode === 429 || response.statusCode >= 500;
    return isBusy && fieldsOf(response)['error'] === undefined ? undefined : response;
  } catch (error) {
    if (!(error instanceof RequestFailure) || context.signal.aborted) throw error;
    return undefined;
  }
}

function tokenOf(grant: TokenGrant, response: HttpResponse, context: SignInContext): Token {
  const fields = fieldsOf(response);
  const { error } = fields;
  if (error === 'expired_token') throw signInFailure('the code expired before anybody signed in; try again');
  if (error === 'access_denied')
    throw signInFailure(
      `the sign-in was refused with status ${response.statusCode}: ${refusalReasons(grant, fields)}`,
    );
  return readToken(grant, response, context);
}
