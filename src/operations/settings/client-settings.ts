import { ServiceError } from '../../errors.js';
import type { ProxyChoice } from '../../http/connect/proxy.js';
import type { TlsFiles } from '../../runner/plan/options.js';
import { PROXY_PATTERN } from '../../workspace/config/config.js';
import { diskReason } from '../../workspace/paths/disk-error.js';
import { readNamed, type NamedPath } from '../../workspace/paths/read-inside.js';

export interface TlsPaths {
  readonly caCert: NamedPath | undefined;
  readonly clientCert: NamedPath | undefined;
  readonly clientKey: NamedPath | undefined;
  readonly passphrase: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What cannot be used ends the run before anything is sent. */
export async function readTlsFiles(paths: TlsPaths): Promise<TlsFiles> {
  const { caCert, clientCert, clientKey, passphrase, signal } = paths;
  const pem = async (path: NamedPath): Promise<string> => (await readInput(path, signal)).toString('utf8');
  const isBundle = clientCert !== undefined && /\.(p12|pfx)$/i.test(clientCert.absolute);
  const files = {
    ...(caCert && { ca: await pem(caCert) }),
    ...(clientCert && { cert: isBundle ? await readInput(clientCert, signal) : await pem(clientCert) }),
    ...(clientKey && { key: await pem(clientKey) }),
    ...(passphrase && { passphrase }),
  };
  if (caCert !== undefined || clientCert !== undefined) await checkTlsFiles(files, paths);
  return files;
}

const LARGEST_FILE = 1024 * 1024;

async function readInput(path: NamedPath, signal: AbortSignal | undefined): Promise<Buffer> {
  const { shown } = path;
  let bytes: Buffer;
  try {
    bytes = await readNamed(path, LARGEST_FILE, signal);
  } catch (error) {
    throw new ServiceError('input', `cannot read ${shown}: ${diskReason(error)}`, { cause: error });
  }
  if (bytes.length <= LARGEST_FILE) return bytes;
  throw new ServiceError('input', `${shown} is larger than 1 MiB, too large for certificates or keys`);
}

async function checkTlsFiles({ ca, ...own }: TlsFiles, paths: TlsPaths): Promise<void> {
  const { tlsFault } = await import('../../http/connect/tls-options.js');
  const authority = ca === undefined ? undefined : tlsFault({ validate: true, ca });
  if (authority !== undefined) throw unusable([paths.caCert], authority);
  const client = own.cert === undefined ? undefined : tlsFault({ validate: true, ...own });
  if (client !== undefined) throw unusable([paths.clientCert, paths.clientKey], client);
}

function unusable(paths: readonly (NamedPath | undefined)[], fault: string): ServiceError {
  const shown = paths.flatMap((path) => path?.shown ?? []).join(' and ');
  return new ServiceError('input', `cannot use ${shown}: ${fault}`);
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
  if (given !== undefined && !(PROXY.test(given) && URL.canParse(given)))
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
