/** Which names, addresses and ports belong to the public network (mcp.md 4.3, server.md 14). */
import { BlockList, isIP } from 'node:net';

const BLOCKED_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // cloud platform agent
  '169.254.0.0/16', // link-local, metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // DNS sink
  '192.52.193.0/24', // tunnel relay
  '192.88.99.0/24', // 6to4 relay
  '192.168.0.0/16', // private
  '192.175.48.0/24', // DNS sink
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
] as const;

/** The only part of IPv6 that holds public addresses, and what is taken out of it again. */
const GLOBAL_IPV6 = '2000::/3';
const BLOCKED_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // DNS sink
  '3fff::/20', // documentation
] as const;

/** Mapped addresses count as what they carry; all other tunnels are refused. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  switch (isIP(address)) {
    case 4:
      return !blocked().check(address, 'ipv4');
    case 6:
      return global().check(address, 'ipv6') && !blocked().check(address, 'ipv6');
    default:
      return false;
  }
}

/** One spelling for each address: mapped ones as IPv4, IPv6 in its shortest form, without a zone. */
export function plainAddress(text: string): string {
  const address = text.replace(/%.*$/s, '');
  if (isIP(address) !== 6) return address;
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return shortest;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** Names that mean something only inside a network (RFC 6761, RFC 8375 and custom), whatever they resolve to. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name.includes('.') && !LOCAL_NAME.test(name);
}

/** The bad ports of the Fetch Standard: services that would take a request for one of their own commands. */
export function isPublicPort(port: number): boolean {
  return !BAD_PORTS.has(port);
}

const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa|onion)$/;

const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

let blockedAddresses: BlockList | undefined;
let globalAddresses: BlockList | undefined;

function blocked(): BlockList {
  return (blockedAddresses ??= listOf([...BLOCKED_IPV4, ...BLOCKED_IPV6]));
}

function global(): BlockList {
  return (globalAddresses ??= listOf([GLOBAL_IPV6]));
}

function listOf(prefixes: readonly string[]): BlockList {
  const list = new BlockList();
  for (const prefix of prefixes) {
    const [network = '', length = ''] = prefix.split('/');
    list.addSubnet(network, Number(length), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
