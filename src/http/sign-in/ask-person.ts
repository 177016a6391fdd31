/** Asks a person to sign in, in the way that the grant says. */
import type { SignInCall } from '../auth/auth-state.js';
import type { TokenGrant } from '../auth/token-request.js';
import type { Token } from '../auth/token-slot.js';
import type { SignInContext } from './sign-in-context.js';

/** Throws RequestFailure('auth') when nobody signs in, or 'cancelled'. */
export async function askPerson(
  grant: TokenGrant,
  call: SignInCall,
  { show, port }: Pick<SignInContext, 'show' | 'port'>,
): Promise<Token> {
  const context: SignInContext = { ...call, show, port };
  if (grant.grant === 'device_code') {
    const { signInByDevice } = await import('./device-code.js');
    return signInByDevice(grant, context);
  }
  const { signInByCode } = await import('./authorization-code.js');
  return signInByCode(grant, context);
}
