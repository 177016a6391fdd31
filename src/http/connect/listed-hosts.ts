/** The hosts and ports that an operator permits for requests of others; a list without an entry permits nothing. */
import { isIP } from 'node:net';
import { RequestFailure } from '../message/message.js';
import type { HostGate, Place } from './host-gate.js';
import { isPublicAddress, isPublicName } from './public-address.js';

export interface ListedHost {
  /** As the URL standard reads it, in lower case, without brackets and without a final dot. */
  readonly name: string;
  /** Whether the names below it are meant, and not itself. */
  readonly below: boolean;
  /** The port of the scheme when none is written. */
  readonly port: number | 'default' | 'any';
}

/** `host`, `host:port`, `host:*`, `*.domain` or an address, IPv6 in brackets; undefined for anything else. */
export function readListedHost(text: string): ListedHost | undefined {
  const [, written = '', digits] = ENTRY.exec(text.trim()) ?? [];
  const below = written.startsWith('*.');
  const name = parsedHost(below ? written.slice(2) : written);
  const port = readPort(digits);
  if (name === undefined || port === undefined || (below && isIP(name) !== 0)) return undefined;
  return { name, below, port };
}

const ENTRY = /^(\[[0-9a-f:.]+\]|[^\s:[\]/?#@\\%]+)(?::(\d{1,5}|\*))?$/i;

function readPort(digits: string | undefined): ListedHost['port'] | undefined {
  if (digits === undefined) return 'default';
  if (digits === '*') return 'any';
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** The host as the URL standard reads it: `0x7f.1` is 127.0.0.1. Undefined for what is no host. */
function parsedHost(written: string): string | undefined {
  const inUrl = isIP(written) === 6 ? `[${written}]` : written;
  const hostname = URL.parse(`http://${inUrl}/`)?.hostname ?? '';
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(name) !== 0 || NAME.test(name) ? name : undefined;
}

const NAME = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** Whether an entry may lead to the public network at all. */
export function isPublicHost({ name, below }: ListedHost): boolean {
  return isIP(name) === 0 ? isPublicName(below ? `any.${name}` : name) : isPublicAddress(name);
}

export class ListedHosts implements HostGate {
  readonly #hosts: readonly ListedHost[];

  constructor(hosts: readonly ListedHost[]) {
    this.#hosts = hosts;
  }

  async check(place: Place): Promise<undefined> {
    this.checkName(place);
  }

  checkName(place: Place): void {
    const name = parsedHost(place.host);
    if (name !== undefined && this.#hosts.some((entry) => matches(entry, name, place))) return;
    const shown = isIP(name ?? '') === 6 ? `[${name}]` : (name ?? place.host);
    throw new RequestFailure('blocked', `${shown}:${place.port} is not on the operator's list of hosts`);
  }
}

function matches({ name, below, port }: ListedHost, requested: string, place: Place): boolean {
  if (below ? !requested.endsWith(`.${name}`) : requested !== name) return false;
  if (port === 'any') return true;
  return place.port === (port === 'default' ? (place.secure ? 443 : 80) : port);
}
