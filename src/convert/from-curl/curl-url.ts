import type { CurlOptions } from './curl-options.js';
import { percentDecoded } from '../../primitives/text/percent.js';
import { toTemplate, startsWithPlaceholder } from './curl-text.js';
import { literalText } from '../../request-file/write-safely.js';

export interface CurlUrl {
  /** The URL as a template. */
  readonly url: string;
  /** The path as written; may be empty. */
  readonly path: string;
  /** `user:password` of the URL. */
  readonly user: string | undefined;
  readonly host: string;
}

/** Parses a URL like curl; undefined, with a loss, when it is no HTTP URL. */
export function readUrl(word: string, options: CurlOptions): CurlUrl | undefined {
  if (startsWithPlaceholder(word)) {
    const path = /^\{\{.*?\}\}([^?#]*)/s.exec(word)?.[1] ?? '';
    return { url: toTemplate(word), path, user: undefined, host: '' };
  }
  const [, scheme = 'http', rest = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([\s\S]*)$/i.exec(word.trim()) ?? [];
  if (!/^https?$/i.test(scheme)) {
    options.losses.push(`a URL of the scheme ${scheme.slice(0, 40)} has no counterpart`);
    return undefined;
  }
  const [, authority = '', path = '', tail = ''] = /^([^/?#]*)([^?#]*)([\s\S]*)$/.exec(rest) ?? [];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  if (!options.globOff && isGlob(path + tail))
    options.losses.push('curl would expand the braces or brackets of the URL; they are sent as they are');
  const plainPath = options.pathAsIs ? path : withoutDots(path);
  const whole = `${scheme.toLowerCase()}://${host}${plainPath}${tail}`;
  return {
    url: options.globOff ? toTemplate(whole) : withEscapedBraces(whole),
    path: options.globOff ? plainPath : plainPath.replaceAll(GLOB_ESCAPE, '$1'),
    user: at < 0 ? undefined : percentDecoded(authority.slice(0, at)),
    host,
  };
}

const GLOB_ESCAPE = /\\([{}[\]])/g;

/** `\{` is a brace that curl does not expand; two of them start no placeholder either. */
function withEscapedBraces(url: string): string {
  if (!url.includes('\\')) return toTemplate(url);
  const parts = url.split(/((?:\\[{}[\]])+)/);
  return parts
    .map((part, i) => (i % 2 === 0 ? toTemplate(part) : literalText(part.replaceAll(GLOB_ESCAPE, '$1'))))
    .join('');
}

/** `{a,b}` and `[1-9]`, but no placeholder and no shell variable. */
function isGlob(text: string): boolean {
  const plain = text.replace(/\\[{}[\]]|\{\{[^{}]*\}\}|\$\{[^{}]*\}/g, '');
  return /\{[^{}]*\}|\[[^\][]+-[^\][]+\]/.test(plain);
}

/** curl requests `/b` when given `/a/../b` (RFC 3986 section 5.2.4). */
function withoutDots(path: string): string {
  if (!/\/\.{1,2}(?:\/|$)/.test(path)) return path;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  segments.forEach((segment, i) => {
    const isLast = i === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (isLast) kept.push('');
  });
  return `/${kept.join('/')}`;
}
