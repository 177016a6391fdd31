import { ServiceError } from '../../errors.js';
import type { Invocation } from '../command/command.js';
import type { SERVE_FLAGS } from '../flags/serve-flags.js';

export interface ApiToken {
  readonly text: string;
  /** Whether the token was generated here, and has to be shown to the operator. */
  readonly isNew: boolean;
}

export type ServeInvocation = Invocation<typeof SERVE_FLAGS>;

/** The token must not reach child processes, and no message may show it. */
export async function takeToken(invocation: ServeInvocation): Promise<ApiToken | undefined> {
  const { flags, sources, context } = invocation;
  context.forgetVariable('SVC_API_TOKEN');
  if (flags.token !== undefined && sources.get('api-token') === 'flag') {
    throw new ServiceError('usage', '--token and --api-token mean the same; give one of them');
  }
  const token = flags.token ?? flags['api-token'];
  if (token === undefined) return undefined;
  if (token === AUTO) {
    if (flags['log-format'] === 'json') throw new ServiceError('usage', NOT_IN_A_LOG);
    // The module is loaded only when a token is generated.
    const { randomBytes } = await import('node:crypto');
    return { text: randomBytes(TOKEN_BYTES).toString('base64url'), isNew: true };
  }
  if (/^[\x21-\x7e]+$/.test(token)) return { text: token, isNew: false };
  throw new ServiceError('usage', '--api-token (SVC_API_TOKEN) must be printable ASCII without blanks');
}

/**
 * Shows a generated token to the operator. It is in the fragment of the URL, which browsers do not send, and not
 * in the log, which may be kept.
 */
export function formatTokenNotice(url: string, { text }: ApiToken, isApiOnly: boolean): string {
  if (isApiOnly) return `API token: ${text}\n`;
  // A server that listens on all addresses is opened at the loopback address.
  const here = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  return `Open ${here}/#token=${text}\n`;
}

const AUTO = 'auto';
const TOKEN_BYTES = 32;
const NOT_IN_A_LOG =
  'the token of --token auto is shown on standard error, where --log-format json leaves nothing but the log; set SVC_API_TOKEN instead';
