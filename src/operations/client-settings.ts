import { readFile } from 'node:fs/promises';
import { ServiceError } from '../errors.js';
import type { ProxyChoice } from '../http/proxy.js';
import type { TlsFiles } from '../runner/options.js';
import { PROXY_PATTERN } from '../workspace/config.js';
import { diskReason } from '../workspace/disk-error.js';

/** A file that a setting names. */
export interface NamedPath {
  readonly absolute: string;
  /** As it was given. */
  readonly shown: string;
}

export interface TlsPaths {
  readonly caCert: NamedPath | undefined;
  readonly clientCert: NamedPath | undefined;
  readonly clientKey: NamedPath | undefined;
  readonly passphrase: string | undefined;
}

export async function readTlsFiles({
  caCert,
  clientCert,
  clientKey,
  passphrase,
}: TlsPaths): Promise<TlsFiles> {
  const pem = async (path: NamedPath): Promise<string> => (await readInput(path)).toString('utf8');
  const isBundle = clientCert !== undefined && /\.(p12|pfx)$/i.test(clientCert.absolute);
  return {
    ...(caCert && { ca: await pem(caCert) }),
    ...(clientCert && { cert: isBundle ? await readInput(clientCert) : await pem(clientCert) }),
    ...(clientKey && { key: await pem(clientKey) }),
    ...(passphrase && { passphrase }),
  };
}

async function readInput({ absolute, shown }: NamedPath): Promise<Buffer> {
  try {
    return await readFile(absolute);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${shown}: ${diskReason(error)}`, { cause: error });
  }
}

export interface ProxySettings {
  /** Flag or `SVC_PROXY`: an empty one means none at all. */
  readonly given: string | undefined;
  /** Of the config: an empty one leaves it to the environment. */
  readonly configured: string;
  readonly process: Readonly<Record<string, string | undefined>>;
}

/** Which proxy applies (cli.md 5, proxy choice); messages leave the URL out, it may hold a password. */
export function chooseProxy({ given, configured, process }: ProxySettings): ProxyChoice {
  if (given === '') return { kind: 'none' };
  if (given !== undefined && /^socks/i.test(given))
    throw new ServiceError('input', 'a SOCKS proxy cannot be used; give an http:// or https:// URL');
  if (given !== undefined && !PROXY.test(given))
    throw new ServiceError('usage', '--proxy (SVC_PROXY) must be an http:// or https:// URL, or empty');
  const url = given ?? configured;
  return url === '' ? { kind: 'environment', variables: proxyVariables(process) } : { kind: 'fixed', url };
}

/** Few of many: they are looked at for every run. */
function proxyVariables(process: ProxySettings['process']): ProxySettings['process'] {
  return Object.fromEntries(Object.entries(process).filter(([name]) => PROXY_VARIABLE.test(name)));
}

const PROXY_VARIABLE = /^(?:https?|all|no)_proxy$/i;

const PROXY = new RegExp(`^${PROXY_PATTERN}$`, 'u');
