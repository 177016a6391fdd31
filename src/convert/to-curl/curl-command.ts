import type { KeyValue, Request } from '../../request-file/model/model.js';
import { authWords, suppliesAuthorization } from './auth-words.js';
import { bodyWords } from './body-words.js';
import { mapped, type PartialScope, type TextPart } from './partial-scope.js';
import { plainWord, quotedWord, type CurlWord } from './shell-quote.js';
import { commandUrl } from './command-url.js';

export interface CommandSettings {
  /** Adds `-v`. */
  readonly verbose: boolean;
  /** `headers` of the config, when an environment is named. */
  readonly headers: Readonly<Record<string, string>>;
  /** A path beside the request file as curl finds it. */
  readonly pathOf: (path: string) => string;
}

/** The words of the command, in the order of cli.md 11. */
export function curlCommand(request: Request, scope: PartialScope, settings: CommandSettings): CurlWord[] {
  const auth = authWords(request.metadata.auth, scope);
  const body = request.body ? bodyWords(request.body, scope, settings.pathOf) : undefined;
  const url = commandUrl(request, scope, auth.query);
  const words = [plainWord('curl'), ...(settings.verbose ? [plainWord('-v')] : [])];
  // curl refuses `-I` beside data.
  words.push(
    ...(request.method === 'HEAD' && !body
      ? [plainWord('-I')]
      : [plainWord('-X'), plainWord(request.method)]),
  );
  if (hasGlob(url)) words.push(plainWord('--globoff'));
  if (hasDots(url)) words.push(plainWord('--path-as-is'));
  // A value that looks like a flag must not become one.
  const text = mapped(url, encodeBlanks);
  if (text.startsWith('-')) words.push(plainWord('--url'));
  words.push(quotedWord(text), ...auth.words);
  const headers = headerPairs(request, scope, settings);
  const names = new Set([...headers.map(({ key }) => key.toLowerCase()), ...auth.headers]);
  for (const { key, value: header } of headers) {
    if (!isReplaced(key, request, auth.headers))
      words.push(plainWord('-H'), quotedWord(headerText(key, header)));
  }
  if (body?.contentType !== undefined && !names.has('content-type'))
    words.push(plainWord('-H'), quotedWord(headerText('Content-Type', body.contentType)));
  return [...words, ...(body?.words ?? [])];
}

/** `Name;` is how curl sends an empty one; a `Name:` takes its own away. */
function headerText(key: string, text: string | null): string {
  if (text === null) return `${key}:`;
  return text === '' ? `${key};` : `${key}: ${text}`;
}

/** Placeholders aside. */
function hasGlob(url: readonly TextPart[]): boolean {
  return url.some(({ text, kept }) => !kept && /[[\]{}]/.test(text));
}

/** curl would resolve them, `run` does not. */
function hasDots(url: readonly TextPart[]): boolean {
  return /\/\.{1,2}(?:[/?#]|$)/.test(mapped(url, (text) => text));
}

/** The only characters of a URL that curl refuses. */
function encodeBlanks(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is meant
  return text.replace(/[\x01-\x20\x7f]/g, encodeURIComponent);
}

interface Header {
  readonly key: string;
  /** Null takes a header of curl away. */
  readonly value: string | null;
}

/** Those of the request, then those of the config that it does not name; an empty one there removes a default. */
function headerPairs(request: Request, scope: PartialScope, { headers }: CommandSettings): Header[] {
  const written = new Set(request.headers.map(({ key }) => key.toLowerCase()));
  const own: Header[] = request.headers.map(({ key, value: text }: KeyValue) => ({
    key,
    value: scope.text(text),
  }));
  const configured = Object.entries(headers)
    .filter(([key]) => !written.has(key.toLowerCase()))
    .map(([key, text]) => ({ key, value: text === '' ? null : scope.text(text) }));
  return [...own, ...configured];
}

/** curl counts by itself; a boundary is not known before it is sent. */
const COUNTED: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

function isReplaced(key: string, { body, metadata }: Request, authHeaders: readonly string[]): boolean {
  const name = key.toLowerCase();
  if (COUNTED.has(name) || authHeaders.includes(name)) return true;
  if (name === 'authorization') return suppliesAuthorization(metadata.auth);
  return name === 'content-type' && body?.contentType === 'multipart';
}
