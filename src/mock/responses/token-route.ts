/** The token endpoint that the authentication of a request needs, for a mock server whose files have none. */
import { toJson } from '../../evaluation/values/json.js';
import type { Request } from '../../request-file/model/model.js';
import { addressOf, deriveRoutePath, type PathSources } from '../routing/route-path.js';
import { SAMPLE } from '../sampling/made-up.js';
import { finishResponse } from './mock-response.js';
import type { MockRoute } from './mock-route.js';

/** The grants of `@auth oauth2` that need nobody at a browser. */
const ISSUES_TOKENS: ReadonlySet<string> = new Set(['oauth2_client_credentials', 'oauth2_password']);

/** RFC 6749 5.1 */
const TOKEN = finishResponse({
  status: 200,
  headers: [['Cache-Control', 'no-store']],
  body: toJson({ access_token: `${SAMPLE}-access-token`, token_type: 'Bearer', expires_in: 3600 }, 2),
  isJson: true,
});

/** Undefined for an endpoint at another address than the request itself. */
export function deriveTokenRoute(request: Request, file: string, from: PathSources): MockRoute | undefined {
  const { auth } = request.metadata;
  const [endpoint] = auth?.params ?? [];
  if (auth === undefined || endpoint === undefined || !ISSUES_TOKENS.has(auth.type)) return undefined;
  if (addressOf(endpoint, from) !== addressOf(request.url, from)) return undefined;
  const path = deriveRoutePath(endpoint, from);
  return { method: 'POST', path, name: 'token', file, line: request.line, response: TOKEN, warnings: [] };
}
