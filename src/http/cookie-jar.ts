/** The cookies of one file and run (RFC 6265); the library is loaded when the first cookie arrives. */
import type { CookieJar as Store } from 'tough-cookie';
import { headerValues } from './header-list.js';
import type { HeaderList, Wrap } from './message.js';

export interface CookieJar {
  /** Undefined until a cookie has arrived. */
  store: Promise<Store> | undefined;
}

export function createCookieJar(): CookieJar {
  return { store: undefined };
}

export function cookies(jar: CookieJar, enabled: boolean): Wrap {
  if (!enabled) return (next) => next;
  return (next) => async (request) => {
    const sent =
      jar.store === undefined
        ? request
        : { ...request, headers: withJarCookies(request.headers, await jar.store, request.url) };
    const response = await next(sent);
    const received = headerValues(response.headers, 'set-cookie');
    if (received.length > 0) {
      const store = await opened(jar);
      for (const cookie of received) store.setCookieSync(cookie, request.url, { ignoreError: true });
    }
    return response;
  };
}

/** Cookies of a dependency in another file (language 9.7); an equal one of the target is replaced. */
export async function copyCookies(from: CookieJar, to: CookieJar): Promise<void> {
  if (from.store === undefined || from === to) return;
  const [source, target] = await Promise.all([from.store, opened(to)]);
  for (const cookie of await source.store.getAllCookies()) {
    const copy = cookie.clone();
    if (copy !== undefined) await target.store.putCookie(copy);
  }
}

function opened(jar: CookieJar): Promise<Store> {
  jar.store ??= openStore();
  return jar.store;
}

async function openStore(): Promise<Store> {
  const { CookieJar } = await import('tough-cookie');
  // RFC 6265 itself: any server may set a Secure cookie, but only https gets it back, on loopback too.
  return new CookieJar(undefined, { allowSecureOnLocal: false, enforceSecureOriginOnStorage: false });
}

/** A written cookie wins over the jar's of the same name; the others follow it in the same header. */
function withJarCookies(headers: HeaderList, store: Store, url: string): HeaderList {
  const written = headerValues(headers, 'cookie').flatMap((value) => value.split(';'));
  const names = new Set(written.map((pair) => pair.split('=', 1)[0]?.trim()));
  const added = store
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
