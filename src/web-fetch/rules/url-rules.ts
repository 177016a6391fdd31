/** Which URLs are fetched, and how they are shown (mcp.md 4.2, 5.7). */
import { FetchFailure } from './fetch-failure.js';

const LONGEST_URL = 8192;

/** The URL as it is sent, without a fragment; `subject` names it in messages. */
export function readUrl(text: string, subject: string): string {
  const fault = faultOf(text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, ''));
  if (typeof fault === 'string') throw new FetchFailure('invalid_url', `${subject}: ${fault}`);
  fault.hash = '';
  return fault.href;
}

/** Empty for what is no absolute http or https URL. */
export function sanitisedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !isWeb(url)) return '';
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}

export function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function faultOf(text: string): string | URL {
  if (text === '') return 'no host';
  if (text.length > LONGEST_URL && Array.from(text).length > LONGEST_URL) return 'too long';
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'control character';
  if (text.includes('\\')) return 'not parsable';
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (authority === undefined) return 'not http or https';
  if (authority === '') return 'no host';
  if (authority.includes('@')) return 'contains credentials; use an Authorization header';
  const url = URL.parse(text);
  if (url === null) return hasBadPort(authority) ? 'bad port' : 'not parsable';
  if (url.hostname === '') return 'no host';
  return url.port === '0' ? 'bad port' : url;
}

function hasBadPort(authority: string): boolean {
  const [, host = '', port] = /^(.*?)(?::([^:\]]*))?$/s.exec(authority) ?? [];
  return port !== undefined && port !== '' && URL.canParse(`http://${host}/`);
}
