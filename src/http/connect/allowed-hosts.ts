/** The hosts that a process may connect to, for one that sends what others ask it to. */
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ServiceError } from '../../errors.js';
import { RequestFailure } from '../message/message.js';
import type { StopSignal } from '../../primitives/stop-signal.js';
import type { HostGate, Place as ConnectedPlace } from './host-gate.js';
import { plainAddress } from './public-address.js';
import { systemResolve } from './system-resolve.js';

/** Without a port in the list, any port is meant. */
type Place = Pick<ConnectedPlace, 'host' | 'port'>;

type Resolve = (host: string, signal?: StopSignal) => Promise<readonly string[]>;

export class AllowedHosts implements HostGate {
  readonly #names: readonly NameRule[];
  readonly #addresses: readonly AddressRule[];
  readonly #resolve: Resolve;

  /** Each entry is a host, `host:port`, `*.domain`, an address or a network; throws ServiceError for anything else. */
  constructor(entries: readonly string[], resolve: Resolve = systemResolve) {
    const rules = entries.map(readEntry);
    this.#names = rules.filter((rule) => 'name' in rule);
    this.#addresses = rules.filter((rule) => 'list' in rule);
    this.#resolve = resolve;
  }

  /**
   * Throws RequestFailure before anything is connected. The name is resolved here when its addresses decide, and the
   * connection then uses these addresses alone.
   */
  async check(place: Place, signal?: StopSignal): Promise<LookupFunction | undefined> {
    if (this.#allowsName(place)) return undefined;
    const refusal = new RequestFailure('connect', `host not allowed by this worker: ${place.host}`);
    if (this.#addresses.length === 0) throw refusal;
    const allowed = await this.#allowedAddresses(place, signal);
    if (allowed.length === 0) throw refusal;
    return isIP(place.host) === 0 ? lookupOf(allowed) : undefined;
  }

  /** Whether the place is surely not allowed; a name that cannot be resolved is left to the connection. */
  async isForbidden(place: Place): Promise<boolean> {
    if (this.#allowsName(place)) return false;
    if (this.#addresses.length === 0) return true;
    try {
      return (await this.#allowedAddresses(place, undefined)).length === 0;
    } catch {
      return false;
    }
  }

  /** What another process asks a proxy for is not resolved here, so that only names and written addresses count. */
  checkName(place: Place): void {
    if (this.#allowsName(place) || (isIP(place.host) !== 0 && this.#allowsAddress(place.host, place.port)))
      return;
    throw new RequestFailure('connect', `host not allowed by this worker: ${place.host}`);
  }

  #allowsName({ host, port }: Place): boolean {
    if (isIP(host) !== 0) return false;
    const requested = host.toLowerCase().replace(/\.$/, '');
    return this.#names.some((rule) => {
      if (rule.port !== undefined && rule.port !== port) return false;
      return rule.below ? requested.endsWith(`.${rule.name}`) : requested === rule.name;
    });
  }

  async #allowedAddresses({ host, port }: Place, signal: StopSignal | undefined): Promise<readonly string[]> {
    const addresses = isIP(host) === 0 ? await this.#resolve(host, signal) : [host];
    return addresses.filter((address) => this.#allowsAddress(address, port));
  }

  #allowsAddress(address: string, port: number): boolean {
    const plain = plainAddress(address);
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    return this.#addresses.some(
      (rule) => (rule.port === undefined || rule.port === port) && rule.list.check(plain, family),
    );
  }
}

interface NameRule {
  readonly name: string;
  /** Whether the rule means the names below it, and not itself. */
  readonly below: boolean;
  readonly port: number | undefined;
}

interface AddressRule {
  readonly list: BlockList;
  readonly port: number | undefined;
}

const NAME = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

function readEntry(entry: string): NameRule | AddressRule {
  const text = entry.trim().toLowerCase();
  const whole = readAddresses(text);
  if (whole) return { list: whole, port: undefined };
  const [, host = text, digits] = /^(.*?):(\d{1,5})$/.exec(text) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  const list = host.includes('/') ? undefined : readAddresses(host);
  if (list) return { list, port };
  const below = host.startsWith('*.');
  const name = host.slice(below ? 2 : 0).replace(/\.$/, '');
  // What looks like a number is an address in a spelling that only some systems read.
  if (NAME.test(name) && !/^[\d.]+$/.test(name) && (port === undefined || (port > 0 && port < 65_536)))
    return { name, below, port };
  throw new ServiceError(
    'usage',
    `allow-hosts must list hosts, host:port, *.domain, addresses or networks; "${entry}" is none of them`,
  );
}

/** An address or a network; undefined for anything else. */
function readAddresses(text: string): BlockList | undefined {
  const [written = '', prefix, ...more] = text.replace(/^\[|\](?=\/|$)/g, '').split('/');
  const version = isIP(written);
  if (version === 0 || more.length > 0) return undefined;
  const list = new BlockList();
  if (prefix === undefined) {
    const address = plainAddress(written);
    list.addAddress(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
    return list;
  }
  const bits = Number(prefix);
  if (!/^\d{1,3}$/.test(prefix) || bits > (version === 4 ? 32 : 128)) return undefined;
  list.addSubnet(written, bits, version === 4 ? 'ipv4' : 'ipv6');
  return list;
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 4 }] = entries;
  return (_host, { all }, settle) => {
    if (all) settle(null, entries);
    else settle(null, first.address, first.family);
  };
}
