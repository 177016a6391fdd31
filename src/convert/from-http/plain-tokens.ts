/** Tokens that stand in the headers of a request file become secret variables of that file. */
import type { Auth, Request, RequestFile } from '../../request-file/model/model.js';
import { allCaptures, allSets } from '../../request-file/model/all-checks.js';
import { collectReferences } from '../../request-file/model/references.js';
import { rebuiltRequest } from '../rebuilt-request.js';
import { isToken, SecretTokens, withSecretTokens } from '../secret-tokens.js';

/** `fromHeaders` are the requests whose `@auth` line was an Authorization header; `taken` are further names. */
export function withoutPlainTokens(
  file: RequestFile,
  fromHeaders: ReadonlySet<number>,
  taken: Iterable<string>,
): RequestFile {
  const variables = withSecretTokens(file.variables);
  const used = file.requests.flatMap((request) => [...allCaptures(request), ...allSets(request)]);
  const names = [...variables, ...used].map(({ name }) => name);
  const tokens = new SecretTokens([...names, ...collectReferences([file]), ...taken]);
  const requests = file.requests.map((request, i) => plainRequest(request, fromHeaders.has(i), tokens));
  return { ...file, variables: [...variables, ...tokens.variables], requests };
}

function plainRequest(request: Request, isFromHeader: boolean, tokens: SecretTokens): Request {
  const { metadata, name } = request;
  const headers = request.headers.map((header) => {
    const value = tokens.headerValue(header, name);
    return value === header.value ? header : { ...header, value };
  });
  const bearer = tokens.withoutToken(metadata.auth, name);
  const auth = isFromHeader ? withoutPassword(bearer, name, tokens) : bearer;
  const isSame = auth === metadata.auth && headers.every((header, i) => header === request.headers[i]);
  if (isSame) return request;
  return rebuiltRequest({ ...request, headers, metadata: { ...metadata, ...(auth && { auth }) } });
}

/** Which parameters of `@auth` are secret, where the header of another client has them in plain text. */
const PASSWORDS: Partial<Readonly<Record<Auth['type'], readonly string[]>>> = {
  basic: ['', 'password'],
  digest: ['', 'password'],
  cloudsig: ['', 'secret_key', '', '', 'session_token'],
};

function withoutPassword(auth: Auth | undefined, owner: string, tokens: SecretTokens): Auth | undefined {
  const kinds = auth && PASSWORDS[auth.type];
  if (auth === undefined || kinds === undefined) return auth;
  const params = auth.params.map((param, i) => {
    const kind = kinds[i] ?? '';
    return kind !== '' && isToken(param) ? tokens.placeholder(param, owner, kind) : param;
  });
  return { type: auth.type, params };
}
