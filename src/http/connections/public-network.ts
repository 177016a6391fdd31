/** Sends to the public network only, for URLs that a third party chose. */
import { isIP, type LookupFunction } from 'node:net';
import { ServiceError } from '../../errors.js';
import { abortable } from '../message/abort.js';
import { sendOnce, type ConnectionsOptions } from './connections.js';
import { RequestFailure, type HttpRequest, type HttpResponse, type Send } from '../message/message.js';
import { isPublicAddress, isPublicName, isPublicPort, plainAddress } from '../connect/public-address.js';
import type { StopSignal } from '../../primitives/stop-signal.js';

export interface PublicNetworkOptions extends Omit<
  ConnectionsOptions,
  'lookup' | 'checkPeer' | 'proxy' | 'maxSockets'
> {
  /** Returns all addresses of a name; throws or returns none for an unknown name. */
  readonly resolve: (host: string, signal: StopSignal) => Promise<readonly string[]>;
  /** Permits private targets; all other checks stay. */
  readonly allowPrivate: boolean;
  /** Whether ports of other services are refused too. */
  readonly checkPorts?: boolean;
  /** Which addresses count as public; by default those of the internet. */
  readonly isPublic?: (address: string) => boolean;
}

/**
 * Checks each request, so redirects that pass through here are checked too. The name is resolved once, every address
 * must be public, only these addresses are connected to, and the address of the connected socket is checked again.
 */
export function publicNetwork(options: PublicNetworkOptions): Send {
  return async (request) => {
    const target = URL.parse(request.url);
    if (target === null) throw new RequestFailure('protocol', 'the URL is not valid');
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const port = Number(target.port);
    if (options.checkPorts && !options.allowPrivate && target.port !== '' && !isPublicPort(port))
      throw new BlockedTarget(host, port);
    const addresses = await checkedAddresses(host, options, request.signal);
    // The URL is sent as the URL standard reads it, because `http://0x7f.1` must not mean something else later.
    target.hash = '';
    return sendPinned({ ...request, url: target.href }, addresses, options);
  };
}

/** The host is shown as in the URL; the addresses of its name stay private. */
export class BlockedTarget extends ServiceError {
  /** The port is given when it is the reason. */
  constructor(
    readonly host: string,
    readonly port?: number,
  ) {
    const where = port === undefined ? host : `${host}, port ${port}`;
    super('forbidden', `target is not on the public network: ${where}`);
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

/** A look-up may not be able to stop, but an aborted caller does not wait for it. */
function resolved(
  host: string,
  resolve: PublicNetworkOptions['resolve'],
  signal: StopSignal,
): Promise<readonly string[]> {
  return abortable(signal, (settle, reject) => {
    const fail = (cause?: unknown): void =>
      reject(new RequestFailure('dns', `the name of ${host} cannot be resolved`, { cause }));
    resolve(host, signal).then((addresses) => (addresses.length === 0 ? fail() : settle(addresses)), fail);
    return () => undefined;
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
  const checkPeer = (peer: string): void => {
    if (checked.has(plainAddress(peer)) && (allowPrivate || isPublic(peer))) return;
    refusal = new BlockedTarget(new URL(request.url).hostname);
    throw refusal;
  };
  try {
    const proxy = { kind: 'none' } as const;
    return await sendOnce(request, { ...options, proxy, lookup: pinned(addresses), checkPeer });
  } catch (error) {
    throw refusal ?? error;
  }
}

/** Returns the checked addresses for every name. */
function pinned(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 4 }] = entries;
  return (_host, { all }, callback) => {
    if (all) callback(null, entries);
    else callback(null, first.address, first.family);
  };
}
