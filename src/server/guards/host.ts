import { isAllowedHost, type HostRule } from '../../http/serving/allowed-host.js';
import { errorResponse } from '../call/error-response.js';
import type { ApiResponse } from '../call/route.js';

/** Stops DNS rebinding: a page whose own host name resolves to this address. */
export function checkHost(host: string, local: string | undefined, rule: HostRule): ApiResponse | undefined {
  return isAllowedHost(host, local, rule) ? undefined : errorResponse(403, `host not allowed: ${host}`);
}
