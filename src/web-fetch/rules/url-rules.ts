/** Which URLs are fetched, and how they are shown. */
import { FetchFailure } from './fetch-failure.js';

const MAX_URL_CHARACTERS = 8192;

/** The URL as it is sent, without a fragment; `subject` names it in messages. */
export function readUrl(text: string, subject: string): string {
  const url = checkUrl(text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, ''));
  if (typeof url === 'string') throw new FetchFailure('invalid_url', `${subject}: ${url}`);
  url.hash = '';
  return url.href;
}

/** The URL without credentials, query and fragment; empty for anything but an absolute http or https URL. */
export function sanitiseUrl(text: string): string {
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

/** Returns the fault as text when the URL is not valid. */
function checkUrl(text: string): string | URL {
  if (text === '') return 'no host';
  if (text.length > MAX_URL_CHARACTERS && Array.from(text).length > MAX_URL_CHARACTERS) return 'too long';
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
