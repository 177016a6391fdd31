/** The cookies of one file and run (RFC 6265); the library is loaded when the first cookie arrives. */
import type * as ToughCookie from 'tough-cookie';
import { headerValues } from '../message/header-list.js';
import { hasHeader } from '../message/headers.js';
import type { HeaderList, Wrap } from '../message/message.js';

export interface CookieJar {
  /** Undefined until a cookie has arrived. */
  opened: Promise<OpenedJar> | undefined;
}

interface OpenedJar {
  readonly jar: ToughCookie.CookieJar;
  readonly Cookie: typeof ToughCookie.Cookie;
}

/** The latest time that a date can hold. */
const LAST_TIME_MS = 8.64e15;

export function createCookieJar(): CookieJar {
  return { opened: undefined };
}

/** Called before times are measured, because loading the library takes as long as a hundred requests. */
export async function loadCookieLibrary(): Promise<void> {
  await import('tough-cookie');
}

export function cookies(jar: CookieJar, enabled: boolean): Wrap {
  if (!enabled) return (next) => next;
  return (next) => async (request) => {
    const sent =
      jar.opened === undefined
        ? request
        : { ...request, headers: withJarCookies(request.headers, await jar.opened, request.url) };
    const response = await next(sent);
    if (hasHeader(response.headers, 'set-cookie')) {
      storeCookies(headerValues(response.headers, 'set-cookie'), request.url, await open(jar));
    }
    return response;
  };
}

/** Copies the cookies of a dependency in another file; an equal cookie of the target is replaced. */
export async function copyCookies(from: CookieJar, to: CookieJar): Promise<void> {
  if (from.opened === undefined || from === to) return;
  const [source, target] = await Promise.all([from.opened, open(to)]);
  for (const cookie of await source.jar.store.getAllCookies()) {
    const copy = cookie.clone();
    if (copy !== undefined) await target.jar.store.putCookie(copy);
  }
}

/** Cookies as data, for another thread. */
export type StoredCookie = ToughCookie.SerializedCookie;

export async function exportCookies(jar: CookieJar): Promise<readonly StoredCookie[]> {
  if (jar.opened === undefined) return [];
  const cookies = await (await jar.opened).jar.store.getAllCookies();
  return cookies.map((cookie) => cookie.toJSON());
}

export async function importCookies(stored: readonly StoredCookie[], jar: CookieJar): Promise<void> {
  const { jar: target, Cookie } = await open(jar);
  for (const each of stored) {
    const cookie = Cookie.fromJSON(each);
    if (cookie !== undefined) await target.store.putCookie(cookie);
  }
}

function open(jar: CookieJar): Promise<OpenedJar> {
  return (jar.opened ??= openJar());
}

async function openJar(): Promise<OpenedJar> {
  const { CookieJar, Cookie } = await import('tough-cookie');
  // By RFC 6265 any server may set a Secure cookie, but only https receives it, on loopback too.
  const options = { allowSecureOnLocal: false, enforceSecureOriginOnStorage: false };
  return { jar: new CookieJar(undefined, options), Cookie };
}

/** A written cookie wins over the jar's of the same name; the others follow it in the same header. */
function withJarCookies(headers: HeaderList, { jar }: OpenedJar, url: string): HeaderList {
  const written = headerValues(headers, 'cookie').flatMap((value) => value.split(';'));
  const names = new Set(written.map((pair) => pair.split('=', 1)[0]?.trim()));
  const added = jar
    .getCookiesSync(url)
    .filter((cookie) => !names.has(cookie.key))
    .map((cookie) => cookie.cookieString())
    .join('; ');
  if (added === '') return headers;
  const last = headers.findLastIndex(([name]) => name.toLowerCase() === 'cookie');
  const old = headers[last];
  if (old === undefined) return [...headers, ['Cookie', added]];
  return headers.with(last, [old[0], old[1].trim() === '' ? added : `${old[1]}; ${added}`]);
}

function storeCookies(received: readonly string[], url: string, { jar, Cookie }: OpenedJar): void {
  for (const text of received) {
    const cookie = Cookie.parse(text);
    if (cookie === undefined) continue;
    // The library counts Max-Age from the last use, RFC 6265 section 5.3 from the arrival.
    if (cookie.maxAge !== null) {
      const end = Date.now() + Number(cookie.maxAge) * 1000;
      cookie.expires = end > LAST_TIME_MS ? 'Infinity' : new Date(Math.max(0, end));
      cookie.maxAge = null;
    }
    jar.setCookieSync(cookie, url, { ignoreError: true });
  }
}
