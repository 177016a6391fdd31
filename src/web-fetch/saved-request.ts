/** Prepares a request of a file to be fetched for a third party. */
import { authOf } from '../request-file/model/client-directives.js';
import { BadArgument } from '../evaluation/functions/call.js';
import { CaptureStore } from '../evaluation/variables/captures.js';
import type { ClientValues } from '../evaluation/variables/client-values.js';
import { Scope } from '../evaluation/variables/scope.js';
import { SecretFailure, VariableFailure } from '../evaluation/variables/variable-failure.js';
import { createAuthState } from '../http/auth/auth-state.js';
import { createAuthWrap, secretParameters, type ResolvedAuth } from '../http/auth/build-auth.js';
import { headerValues, withHeader, withoutHeaders } from '../http/message/header-list.js';
import { RequestFailure, type HttpRequest } from '../http/message/message.js';
import { randomBytes } from '../primitives/random-bytes.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { Request, RequestFile } from '../request-file/model/model.js';
import { buildBody, type BodyFileAccess, type BuiltBody } from '../runner/prepare/prepare-body.js';
import { prepareRequest, type PreparedRequest } from '../runner/prepare/prepare-request.js';
import type { FetchNetwork, FetchOptions } from './bounded-fetch.js';
import { FetchFailure } from './rules/fetch-failure.js';
import { findMethodFault, isRefusedHeader, findRequestFault } from './rules/request-rules.js';
import { readUrl } from './rules/url-rules.js';

export interface SavedSources {
  readonly file: RequestFile;
  readonly request: Request;
  /** The file as messages name it. */
  readonly shown: string;
  /** The absolute directory of the file. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, unknown>>;
  /** What environment files of other clients give; `environment` contains their variables already. */
  readonly client?: ClientValues | undefined;
  readonly dotenv: Readonly<Record<string, string>>;
  /** The headers of the config. */
  readonly headers: Readonly<Record<string, string>>;
  readonly secretNames: readonly string[];
  /** Secrets that programs print, which are never started here. */
  readonly commandSecrets: readonly string[];
  readonly policy: FetchNetwork['policy'];
  readonly fileAccess: BodyFileAccess;
  /** The environment variables with the tokens of sign-ins. */
  readonly carriedTokens?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives the secrets of this call. */
  readonly secrets: SecretSet;
}

export type SavedFetch = Pick<FetchOptions, 'request' | 'auth' | 'isChallenge'>;

/** Methods that call further URLs or send digests, and so need any-network. */
const ANY_NETWORK_AUTH: ReadonlySet<ResolvedAuth['type']> = new Set([
  'digest',
  'cloudsig',
  'oauth2_client_credentials',
  'oauth2_password',
  'oauth2_device_code',
  'oauth2_authorization_code',
]);

/** Nothing has been sent, and no name resolved, when this returns or throws. */
export async function prepareSavedFetch(sources: SavedSources): Promise<SavedFetch> {
  checkModes(sources);
  const scope = scopeOf(sources);
  const { prepared, built } = await prepare(sources, scope).catch((error: unknown) => {
    throw placedFailure(sources, error);
  });
  const type = built?.contentType;
  const url = readUrl(prepared.url, 'saved URL');
  const headers = withoutOwnHost(prepared, url);
  const all = type === undefined ? headers : withHeader(headers, 'Content-Type', type);
  const body = built?.body ?? null;
  const bodyBytes = body?.length ?? 0;
  const fault = findRequestFault({ method: prepared.method, headers: all, bodyBytes, isSaved: true });
  if (fault !== undefined) throw unsupported(sources, `${fault.field}: ${fault.fault}`);
  return {
    request: { method: prepared.method, url, headers: all, body },
    ...(await signing(prepared.auth, sources)),
  };
}

function unsupported(
  { shown, request }: SavedSources,
  message: string,
  { line = request.requestLine, hint = 'change the request in the file' } = {},
): FetchFailure {
  return new FetchFailure('unsupported_request', `${shown}:${line} ${message}`, { hint });
}

function checkModes(sources: SavedSources): void {
  const { request, policy } = sources;
  // Checked before the URL is read, since CONNECT is not followed by a URL.
  const wrongMethod = findMethodFault(request.method);
  if (wrongMethod) throw unsupported(sources, `${wrongMethod.field}: ${wrongMethod.fault}`);
  for (const { key, line } of request.headers) {
    if (isRefusedHeader(key) && key.toLowerCase() !== 'host')
      throw unsupported(sources, `headers: ${key} is set by the client and cannot be given`, { line });
  }
  const fault = policy === 'any-network' ? undefined : findPublicOnlyFault(request);
  if (fault !== undefined) throw new FetchFailure('unsupported_request', fault, { hint: PUBLIC_ONLY_HINT });
}

export const PUBLIC_ONLY_HINT =
  'only the operator of this server can permit it, with its flag --allow-private-network';

/** What of a request needs any-network, as a message; undefined when it can be sent to public targets. */
export function findPublicOnlyFault(request: Request): string | undefined {
  const auth = authOf(request);
  const mode =
    auth && ANY_NETWORK_AUTH.has(auth.type)
      ? `@auth ${auth.type.replace(/_.*/, '')}`
      : request.body?.contentType === 'multipart'
        ? 'a multipart body'
        : undefined;
  return mode && `${mode} is not available in public-only mode`;
}

function scopeOf(sources: SavedSources): Scope {
  const { file, environment, client, commandSecrets, dotenv, secretNames, secrets } = sources;
  for (const { value, secret } of file.variables) if (secret && !value.includes('{{')) secrets.add(value);
  return new Scope({
    captures: new CaptureStore(),
    operator: {},
    variables: file.variables,
    environment,
    client,
    token: refuseToken,
    commandSecrets: { names: commandSecrets, valueOf: (name) => refuseCommand(name, commandSecrets) },
    dotenv,
    process: {},
    processReadable: false,
    memo: new Map(),
    clock: Date.now,
    random: randomBytes,
    secretNames: new Set(secretNames),
    onSecret: (_name, value) => secrets.add(value),
  });
}

function refuseCommand(name: string, commandSecrets: readonly string[]): undefined {
  if (!commandSecrets.includes(name)) return undefined;
  throw new SecretFailure(name, refusedCommand(name));
}

/** Why an agent gets no secret that a program prints. */
export function refusedCommand(name: string): string {
  return `secret "${name}" comes from a command, which is never run for agents`;
}

/** A request writes such a token where it wants, so it cannot be kept out of what the caller sees. */
function refuseToken(id: string): never {
  throw new BadArgument(`the token "${id}" of an environment file is not fetched here`);
}

async function prepare(
  { request, headers, secrets, fileAccess, directory }: SavedSources,
  scope: Scope,
): Promise<{ prepared: PreparedRequest; built: BuiltBody | undefined }> {
  const auth = authOf(request);
  if (auth) {
    const params = auth.params.map((parameter) => scope.text(parameter));
    secrets.addAll(secretParameters({ type: auth.type, params }));
  }
  const list = Object.entries(headers)
    .filter(([name, value]) => value !== '' && !isRefusedHeader(name))
    .map((pair) => ({ lowerName: pair[0].toLowerCase(), pair, dynamic: pair[1].includes('{{') }));
  const namesContentType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const prepared = prepareRequest(request, scope, { list, namesContentType });
  const built = prepared.body && (await buildBody(prepared.body, fileAccess, directory, scope));
  return { prepared, built };
}

/** Adds the position in the file. */
function placedFailure(sources: SavedSources, error: unknown): unknown {
  if (error instanceof VariableFailure)
    return unsupported(sources, error.message.replace(/^(variable|function) "([^"]*)"/, '$1 $2'), {
      hint:
        error.unresolved === undefined ? undefined : 'give it in env_file or choose an environment with it',
    });
  if (error instanceof RequestFailure && error.errorKind === 'protocol')
    return new FetchFailure(
      'invalid_url',
      `saved URL: ${/no host/.test(error.message) ? 'no host' : 'not parsable'}`,
    );
  return error;
}

/** Drops the Host header of `GET /path`, because the URL names the same host. */
function withoutOwnHost({ headers }: PreparedRequest, url: string): HttpRequest['headers'] {
  const { host } = new URL(url);
  return withoutHeaders(headers, (name, value) => name === 'host' && value.trim().toLowerCase() === host);
}

async function signing(
  auth: ResolvedAuth | undefined,
  { secrets, shown, request, carriedTokens = {} }: SavedSources,
): Promise<Pick<FetchOptions, 'auth' | 'isChallenge'>> {
  if (auth === undefined) return {};
  const state = createAuthState({ process: carriedTokens });
  const onSecret = (value: string): void => secrets.add(value);
  const place = { file: shown, name: request.name };
  const wrap: FetchOptions['auth'] = (send) => createAuthWrap(auth, state, send, onSecret, place);
  if (auth.type !== 'digest') return { auth: wrap };
  const { findStrongestChallenge } = await import('../http/auth/digest-response.js');
  const isChallenge: FetchOptions['isChallenge'] = ({ statusCode, headers }) =>
    statusCode === 401 && findStrongestChallenge(headerValues(headers, 'www-authenticate')) !== undefined;
  return { auth: wrap, isChallenge };
}
