import {
  formatCommandLine,
  headerOption,
  option,
  plainWord,
  quotedWord,
  shellQuote,
  type CurlWord,
} from '../../../../src/convert/to-curl/shell-quote.js';
import type { ShownMessage } from './shown-message.js';

/** Computed by curl itself, or about one connection only. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'expect',
]);

/** The request as a command; placeholders of secrets stay placeholders. */
export function curlText(method: string, url: string, { headers, body, bodyEncoding }: ShownMessage): string {
  const words: CurlWord[] = [plainWord('curl'), ...methodWords(method, body !== ''), quotedWord(url)];
  for (const { name, value } of headers) {
    if (!OWN_HEADERS.has(name.toLowerCase())) words.push(...headerOption(name, value));
  }
  if (body === '') return formatCommandLine(words);
  if (bodyEncoding === 'utf-8') return formatCommandLine([...words, ...option('--data-raw', body)]);
  const command = formatCommandLine([...words, plainWord('--data-binary'), plainWord('@-')]);
  return `printf %s ${shellQuote(body)} | base64 -d | ${command}`;
}

function methodWords(method: string, hasBody: boolean): CurlWord[] {
  if (method === 'HEAD') return [plainWord('--head')];
  return method === (hasBody ? 'POST' : 'GET') ? [] : option('-X', method);
}
