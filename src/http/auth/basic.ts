import type { Wrap } from '../message/message.js';
import { keepsCredentials, withCredential } from './credential-header.js';

/** The encoded credential reveals the password, so it is reported as a secret too. */
export function basic(username: string, password: string, onSecret: (value: string) => void): Wrap {
  const credential = encodeBasicCredential(username, password);
  onSecret(credential);
  return (next) => async (request) =>
    next(
      keepsCredentials(request) ? withCredential(request, 'Authorization', `Basic ${credential}`) : request,
    );
}

export function encodeBasicCredential(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}
