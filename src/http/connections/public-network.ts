/** Sends to the public network only (server.md 14): for URLs that somebody else chose. */
import { isIP, type LookupFunction } from 'node:net';
import { ServiceError } from '../../errors.js';
import { abortFailure, offAbort, onAbort } from '../message/abort.js';
import { createConnections, type ConnectionOptions } from './connections.js';
import { RequestFailure, type HttpRequest, type HttpResponse, type Send } from '../message/message.js';
import { isPublicAddress, isPublicName, isPublicPort, plainAddress } from '../connect/public-address.js';
import type { StopSignal } from '../message/stop-signal.js';

export interface PublicNetworkOptions extends Omit<
  ConnectionOptions,
  'lookup' | 'checkPeer' | 'proxy' | 'maxSockets'
> {
  /** All addresses of a name; throws or gives none when there are none. */
  readonly resolve: (host: string, signal: StopSignal) => Promise<readonly string[]>;
  /** Private targets are permitted; everything else stays as strict as it is. */
  readonly allowPrivate: boolean;
  /** Ports of other services are refused too (mcp.md 4.3). */
  readonly judgePorts?: boolean;
  /** Which addresses count as public; those of the internet. */
  readonly isPublic?: (address: string) => boolean;
}

/**
 * Each request is judged anew, so redirects that come back through here are judged too. The name is resolved
 * once, every address must be public, only these addresses are dialled, and who answers is looked at again.
 */
export function publicNetwork(options: PublicNetworkOptions): Send {
  return async (request) => {
    const target = URL.parse(request.url);
    if (target === null) throw new RequestFailure('protocol', 'the URL is not valid');
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const port = Number(target.port);
    if (options.judgePorts && !options.allowPrivate && target.port !== '' && !isPublicPort(port))
      throw new BlockedTarget(host, port);
    const addresses = await checkedAddresses(host, options, request.signal);
    // The address as the URL standard reads it: `http://0x7f.1` must not mean something else further down.
    target.hash = '';
    return sendPinned({ ...request, url: target.href }, addresses, options);
  };
}

/** The host is as in the URL: what its name resolves to is not told. */
export class BlockedTarget extends ServiceError {
  readonly host: string;
  /** Set when the port is what is refused. */
  readonly port: number | undefined;

  constructor(host: string, port?: number) {
    const where = port === undefined ? host : `${host}, port ${port}`;
    super('forbidden', `target is not on the public network: ${where}`);
    this.host = host;
    this.port = port;
  }
}

async function checkedAddresses(
  host: string,
  { resolve, allowPrivate, isPublic = isPublicAddress }: PublicNetworkOptions,
  signal: StopSignal,
): Promise<readonly string[]> {
  const isAddress = isIP(host) !== 0;
  if (!allowPrivate && !isAddress && !isPublicName(host)) throw new BlockedTarget(host);
  const addresses = isAddress ? [host] : await resolved(host, resolve, signal);
  if (!allowPrivate && !addresses.every((address) => isPublic(address))) throw new BlockedTarget(host);
  return addresses;
}

/** Whatever looks names up may not be able to stop, but nobody has to wait for it. */
function resolved(
  host: string,
  resolve: PublicNetworkOptions['resolve'],
  signal: StopSignal,
): Promise<readonly string[]> {
  if (signal.aborted) return Promise.reject(abortFailure(signal));
  return new Promise((fulfil, reject) => {
    const stop = (): void => reject(abortFailure(signal));
    const fail = (cause?: unknown): void =>
      reject(new RequestFailure('dns', `the name of ${host} cannot be resolved`, { cause }));
    onAbort(signal, stop);
    resolve(host, signal)
      .then((addresses) => (addresses.length === 0 ? fail() : fulfil(addresses)), fail)
      .finally(() => offAbort(signal, stop));
  });
}

async function sendPinned(
  request: HttpRequest,
  addresses: readonly string[],
  options: PublicNetworkOptions,
): Promise<HttpResponse> {
  const { allowPrivate, isPublic = isPublicAddress } = options;
  const checked = new Set(addresses.map(plainAddress));
  let refusal: BlockedTarget | undefined;
  const connection = createConnections({
    ...options,
    proxy: { kind: 'none' },
    maxSockets: 1,
    lookup: pinned(addresses),
    checkPeer: (peer) => {
      if (checked.has(plainAddress(peer)) && (allowPrivate || isPublic(peer))) return;
      refusal = new BlockedTarget(new URL(request.url).hostname);
      throw refusal;
    },
  });
  try {
    return await connection.send(request);
  } catch (error) {
    throw refusal ?? error;
  } finally {
    connection.close();
  }
}

/** Answers every question with the addresses that were checked. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 4 }] = answers;
  return (_host, { all }, callback) => {
    if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
