/** The command that sends a request again as it was sent; pure, so that the web interface can use it. */
import { shellQuote } from '../../primitives/text/shell-word.js';
import { formatCommandLine, headerOption, option, plainWord, type CurlWord } from './shell-quote.js';
import { isGlob, methodWords, urlWords } from './url-words.js';

export interface SentMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Undefined without a body. */
  readonly body: string | undefined;
  /** Whether the body is in Base64, because it is not text. */
  readonly isBase64?: boolean;
  /** Whether the certificate of the server was not trusted, but accepted. */
  readonly isInsecure: boolean;
}

export function createSentCommand(message: SentMessage): string {
  const { method, url, headers, body, isBase64, isInsecure } = message;
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  const words: CurlWord[] = [plainWord('curl'), ...methodWords(method, body !== undefined)];
  if (isInsecure) words.push(plainWord('--insecure'));
  if (names.has('accept-encoding')) words.push(plainWord('--compressed'));
  words.push(...urlWords(url, isGlob(url)));
  for (const { name, value } of headers) {
    if (!isComputed(name.toLowerCase(), value, url)) words.push(...headerOption(name, value));
  }
  for (const name of addedByCurl(body)) {
    if (!names.has(name.toLowerCase())) words.push(...headerOption(name, null));
  }
  if (body === undefined) return formatCommandLine(words);
  if (!isBase64) return formatCommandLine([...words, ...option('--data-raw', body)]);
  const command = formatCommandLine([...words, plainWord('--data-binary'), plainWord('@-')]);
  return `printf %s ${shellQuote(body)} | base64 -d | ${command}`;
}

/** curl computes these headers in the same way. */
function isComputed(lowerName: string, value: string, url: string): boolean {
  if (lowerName === 'host') return URL.canParse(url) && new URL(url).host === value.toLowerCase();
  return COMPUTED_HEADERS.has(lowerName);
}

const COMPUTED_HEADERS: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'expect',
]);

/** Headers that curl would add although they were not sent. */
function addedByCurl(body: string | undefined): string[] {
  return ['User-Agent', 'Accept', ...(body === undefined ? [] : ['Content-Type'])];
}
