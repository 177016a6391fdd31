/** Which proxy a target is reached through. */
import { ServiceError } from '../../errors.js';
import { encodeBasicCredential } from '../message/basic-credential.js';
import { RequestFailure } from '../message/message.js';
import { readNoProxy } from './no-proxy.js';
import type { Target } from '../message/target.js';
import { percentDecoded } from '../../primitives/text/percent.js';

export type ProxyChoice =
  | { readonly kind: 'fixed'; readonly url: string }
  | { readonly kind: 'environment'; readonly variables: Readonly<Record<string, string | undefined>> }
  | { readonly kind: 'none' };

export interface Proxy {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** Host and port for messages, never the credentials. */
  readonly shown: string;
  /** Value of Proxy-Authorization. */
  readonly authorization: string | undefined;
}

export type ProxyRule = (target: Target) => Proxy | undefined;

/** A fixed proxy that cannot be used throws ServiceError; one from the environment fails the requests it is for. */
export function createProxyRule(choice: ProxyChoice): ProxyRule {
  if (choice.kind === 'environment') return environmentRule(choice.variables);
  if (choice.kind === 'none' || choice.url === '') return () => undefined;
  const proxy = readProxy(choice.url);
  if (typeof proxy === 'string') throw new ServiceError('input', `the proxy URL ${proxy}`);
  return () => proxy;
}

/** A response with status 407. */
export function proxyRefusal({ shown, authorization }: Proxy): RequestFailure {
  const what = authorization === undefined ? 'asks for' : 'refused the';
  return new RequestFailure('proxy', `the proxy ${shown} ${what} credentials`);
}

/** Every text that could reveal the credentials of a proxy, also of one that is not used in the end. */
export function findProxyCredentials(choice: ProxyChoice): readonly string[] {
  if (choice.kind === 'none') return [];
  if (choice.kind === 'fixed') return credentialsIn(choice.url);
  return Object.entries(choice.variables).flatMap(([name, url]) =>
    name.toLowerCase().endsWith('_proxy') && url !== undefined ? credentialsIn(url) : [],
  );
}

function credentialsIn(url: string): string[] {
  const written = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)@/i.exec(url)?.[1];
  if (written === undefined) return [];
  // A name with a password is not secret, and often a common word; a name alone is a token.
  const password = written.slice(written.indexOf(':') + 1);
  return [written, password].flatMap((part) => [part, percentDecoded(part)]);
}

function environmentRule(variables: Readonly<Record<string, string | undefined>>): ProxyRule {
  const first = (...names: string[]) => names.find((name) => (variables[name] ?? '').trim() !== '');
  const forHttps = first('https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY');
  const forHttp = first('http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY');
  const exceptions = first('no_proxy', 'NO_PROXY');
  const isException = readNoProxy((exceptions && variables[exceptions]) ?? '');
  return (target) => {
    const name = target.secure ? forHttps : forHttp;
    if (name === undefined || isException(target)) return undefined;
    const proxy = readProxy((variables[name] ?? '').trim());
    if (typeof proxy === 'string') throw new RequestFailure('proxy', `the proxy URL in ${name} ${proxy}`);
    return proxy;
  };
}

/** Returns the end of a sentence for an invalid URL; it never quotes the text, which may hold a password. */
function readProxy(text: string): Proxy | string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (/^socks/i.test(whole)) return 'names a SOCKS proxy, and only http and https proxies are supported';
  if (!/^https?:/i.test(whole)) return 'does not start with http:// or https://';
  if (!URL.canParse(whole)) return 'is not valid; it should look like http://host:port';
  const url = new URL(whole);
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    shown: `${url.hostname}:${port}`,
    authorization: basic(url),
  };
}

function basic({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${encodeBasicCredential(percentDecoded(username), percentDecoded(password))}`;
}
