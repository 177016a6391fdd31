/** OAuth2 flows of both versions; only those without a browser have a counterpart. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Auth } from '../../request-file/model/model.js';
import { literalText } from '../../request-file/write-safely.js';
import type { ApiContext } from './operation-context.js';

/** A security scheme of the document and the scopes that an operation requires. */
export interface Scheme {
  readonly name: string;
  readonly value: Mapping;
  readonly scopes: readonly string[];
}

/** `part` returns the placeholder of a credential of the scheme; undefined when no flow can be used. */
export function convertOauthFlow(
  { value, scopes }: Scheme,
  { version, servers }: ApiContext,
  part: (word: string) => string,
): Auth | undefined {
  const flows = version === '2.0' ? oldFlows(value) : (mapping(value['flows']) ?? {});
  const scope = scopes.length === 0 ? [] : [literalText(scopes.join(','))];
  for (const grant of ['clientCredentials', 'password'] as const) {
    const url = tokenUrl(text(mapping(flows[grant])?.['tokenUrl']), servers.rootUrl);
    if (url === undefined) continue;
    const client = [url, part('client_id'), part('client_secret')];
    return grant === 'password'
      ? {
          type: 'oauth2_password',
          params: [...client, part('username'), part('password'), ...scope],
        }
      : { type: 'oauth2_client_credentials', params: [...client, ...scope] };
  }
  return undefined;
}

function oldFlows(value: Mapping): Mapping {
  const flow = text(value['flow']);
  return { [flow === 'application' ? 'clientCredentials' : flow || 'none']: value };
}

function tokenUrl(written: string, baseUrl: string): string | undefined {
  if (written === '') return undefined;
  if (/^https?:\/\//i.test(written)) return literalText(written);
  return URL.canParse(written, baseUrl) ? literalText(new URL(written, baseUrl).href) : undefined;
}
