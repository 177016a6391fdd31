import { isOwnHost, type HostRule } from '../../http/serving/allowed-host.js';
import { errorAnswer } from '../call/error-response.js';
import type { Answer } from '../call/route.js';

/** A page that let its own name point to this address is stopped here (server.md 2.2). */
export function checkHost(host: string, local: string | undefined, rule: HostRule): Answer | undefined {
  return isOwnHost(host, local, rule) ? undefined : errorAnswer(403, `host not allowed: ${host}`);
}
