import { isAllowedHost, type HostRule } from '../../http/serving/allowed-host.js';
import { errorResponse } from '../call/error-response.js';
import type { ApiResponse } from '../call/route.js';

/** A page that let its own name point to this address is stopped here (server.md 2.2). */
export function checkHost(host: string, local: string | undefined, rule: HostRule): ApiResponse | undefined {
  return isAllowedHost(host, local, rule) ? undefined : errorResponse(403, `host not allowed: ${host}`);
}
