import { ServiceError } from '../../errors.js';
import type { ProxyChoice } from '../../http/connect/proxy.js';
import type { TlsFiles } from '../../runner/plan/options.js';
import { PROXY_PATTERN } from '../../workspace/config/config.js';
import type { NamedPath } from '../../workspace/paths/read-inside.js';
import { readInput } from './read-input.js';

export interface TlsPaths {
  readonly caCert: NamedPath | undefined;
  readonly clientCert: NamedPath | undefined;
  readonly clientKey: NamedPath | undefined;
  readonly passphrase: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Refuses unusable files before anything is sent. */
export async function readTlsFiles(paths: TlsPaths): Promise<TlsFiles> {
  const { caCert, clientCert, clientKey, passphrase, signal } = paths;
  const pem = async (path: NamedPath): Promise<string> => (await readKeyFile(path, signal)).toString('utf8');
  const isBundle = clientCert !== undefined && /\.(p12|pfx)$/i.test(clientCert.absolute);
  const files = {
    ...(caCert && { ca: await pem(caCert) }),
    ...(clientCert && { cert: isBundle ? await readKeyFile(clientCert, signal) : await pem(clientCert) }),
    ...(clientKey && { key: await pem(clientKey) }),
    ...(passphrase && { passphrase }),
  };
  if (caCert !== undefined || clientCert !== undefined) await checkTlsFiles(files, paths);
  return files;
}

const MAX_FILE_BYTES = 1024 * 1024;

async function readKeyFile(path: NamedPath, signal: AbortSignal | undefined): Promise<Buffer> {
  const bytes = await readInput(path, MAX_FILE_BYTES, signal);
  if (bytes.length <= MAX_FILE_BYTES) return bytes;
  throw new ServiceError('input', `${path.shown} is larger than 1 MiB, too large for certificates or keys`);
}

async function checkTlsFiles({ ca, ...own }: TlsFiles, paths: TlsPaths): Promise<void> {
  const { findTlsFault } = await import('../../http/connect/tls-options.js');
  const authority = ca === undefined ? undefined : findTlsFault({ validate: true, ca });
  if (authority !== undefined) throw unusable([paths.caCert], authority);
  const client = own.cert === undefined ? undefined : findTlsFault({ validate: true, ...own });
  if (client !== undefined) throw unusable([paths.clientCert, paths.clientKey], client);
}

function unusable(paths: readonly (NamedPath | undefined)[], fault: string): ServiceError {
  const shown = paths.flatMap((path) => path?.shown ?? []).join(' and ');
  return new ServiceError('input', `cannot use ${shown}: ${fault}`);
}

export interface ProxySettings {
  /** The flag or `SVC_PROXY`; an empty text means no proxy at all. */
  readonly override: string | undefined;
  /** The proxy of the config; an empty text leaves the choice to the environment. */
  readonly configured: string;
  readonly process: Readonly<Record<string, string | undefined>>;
}

/** Chooses the proxy. Messages do not contain the URL, which may include a password. */
export function chooseProxy({ override, configured, process }: ProxySettings): ProxyChoice {
  if (override === '') return { kind: 'none' };
  if (override !== undefined && /^socks/i.test(override))
    throw new ServiceError('input', 'a SOCKS proxy cannot be used; give an http:// or https:// URL');
  if (override !== undefined && !(PROXY.test(override) && URL.canParse(override)))
    throw new ServiceError('usage', '--proxy (SVC_PROXY) must be an http:// or https:// URL, or empty');
  const url = override ?? configured;
  return url === '' ? { kind: 'environment', variables: proxyVariables(process) } : { kind: 'fixed', url };
}

/** Picks the few relevant variables, since they are read for every run. */
function proxyVariables(process: ProxySettings['process']): ProxySettings['process'] {
  const names = Object.keys(process).filter((name) => PROXY_VARIABLES.has(name.toLowerCase()));
  return Object.fromEntries(names.map((name) => [name, process[name]]));
}

/** A pattern that ignores case would take most of a millisecond to compile. */
const PROXY_VARIABLES: ReadonlySet<string> = new Set(['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy']);

const PROXY = new RegExp(`^${PROXY_PATTERN}$`, 'u');
