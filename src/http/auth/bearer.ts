import type { Wrap } from '../message/message.js';
import { keepsCredentials, withCredential } from './credential-header.js';

export function bearer(token: string): Wrap {
  return (next) => async (request) =>
    next(keepsCredentials(request) ? withCredential(request, 'Authorization', `Bearer ${token}`) : request);
}
