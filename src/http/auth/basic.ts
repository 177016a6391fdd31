import type { Wrap } from '../message/message.js';
import { keepsCredentials, withCredential } from './credential-header.js';

/** The credential is as good as the password, so it is reported as a secret of its own. */
export function basic(username: string, password: string, onSecret: (value: string) => void): Wrap {
  const credential = basicCredential(username, password);
  onSecret(credential);
  return (next) => async (request) =>
    next(
      keepsCredentials(request) ? withCredential(request, 'Authorization', `Basic ${credential}`) : request,
    );
}

export function basicCredential(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}
