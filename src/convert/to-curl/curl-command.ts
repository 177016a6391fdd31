import { isJsonType } from '../../primitives/text/content-type.js';
import { authOf } from '../../request-file/model/client-directives.js';
import { REQUEST_TYPE_HEADER } from '../../request-file/text/header-name.js';
import { sentMethod } from '../../request-file/text/methods.js';
import type { Request } from '../../request-file/model/model.js';
import { createAuthWords, suppliesAuthorization } from './auth-words.js';
import { createBodyWords } from './body-words.js';
import type { PartialScope } from './partial-scope.js';
import { headerOption, plainWord, type CurlWord } from './shell-quote.js';
import { createCommandUrl } from './command-url.js';
import { methodWords, urlWords } from './url-words.js';

export interface CommandSettings {
  /** Adds `-v`. */
  readonly verbose: boolean;
  /** `headers` of the configuration, when an environment is named. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves a path relative to the request file for curl. */
  readonly pathOf: (path: string) => string;
}

/** The words of the command: curl, method, flags, URL, authentication, headers, body. */
export function createCurlCommand(
  request: Request,
  scope: PartialScope,
  settings: CommandSettings,
): CurlWord[] {
  const auth = createAuthWords(authOf(request), scope);
  const type = request.headers.find(({ key }) => key.toLowerCase() === 'content-type');
  const isJson = type !== undefined && isJsonType(scope.text(type.value));
  const body = request.body ? createBodyWords(request.body, scope, settings.pathOf, isJson) : undefined;
  const url = createCommandUrl(request, scope, auth.query);
  const words = [plainWord('curl'), ...(settings.verbose ? [plainWord('-v')] : [])];
  words.push(...methodWords(sentMethod(request.method), body !== undefined));
  words.push(...urlWords(url.text, url.hasGlob), ...auth.words);
  const headers = headerPairs(request, scope, settings);
  const names = new Set([...headers.map(([name]) => name.toLowerCase()), ...auth.headers]);
  for (const [name, value] of headers)
    if (!isReplaced(name, request, auth.headers)) words.push(...headerOption(name, value));
  if (body?.contentType !== undefined && !names.has('content-type'))
    words.push(...headerOption('Content-Type', body.contentType));
  return [...words, ...(body?.words ?? [])];
}

/** Null removes a default header of curl. */
type CommandHeader = readonly [name: string, value: string | null];

/** The headers of the request, then those of the configuration that it does not set; an empty one removes a default. */
function headerPairs(request: Request, scope: PartialScope, { headers }: CommandSettings): CommandHeader[] {
  const written = new Set(request.headers.map(({ key }) => key.toLowerCase()));
  const own = request.headers.map(({ key, value }): CommandHeader => [key, scope.text(value)]);
  const configured = Object.entries(headers)
    .filter(([name]) => !written.has(name.toLowerCase()))
    .map(([name, value]): CommandHeader => [name, value === '' ? null : scope.text(value)]);
  return [...own, ...configured];
}

/** curl computes these headers itself. */
const COUNTED: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

function isReplaced(key: string, request: Request, authHeaders: readonly string[]): boolean {
  const { body } = request;
  const name = key.toLowerCase();
  if (name === REQUEST_TYPE_HEADER && body?.contentType === 'graphql') return true;
  if (COUNTED.has(name) || authHeaders.includes(name)) return true;
  if (name === 'authorization') return suppliesAuthorization(authOf(request));
  return name === 'content-type' && body?.contentType === 'multipart';
}
