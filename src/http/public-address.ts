/** Which names and addresses belong to the public network (server.md 14). */
import ipaddr from 'ipaddr.js';

/** True only for plain unicast addresses of the internet; mapped and translated forms count as what they carry. */
export function isPublicAddress(text: string): boolean {
  const plain = text.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  const address = ipaddr.process(plain);
  if (address.kind() === 'ipv6' && address.range() === 'rfc6052') return isTranslatedPublic(address);
  return address.range() === 'unicast' && !METADATA.has(address.toString());
}

/** A cloud's host agent, which is no address of a server although it looks like one. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16']);

/** `64:ff9b::/96` is how a network without IPv4 reaches it (RFC 6052); other prefixes are local matters. */
function isTranslatedPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  const [prefix, carried] = [bytes.slice(0, 12), bytes.slice(12)];
  return PREFIX.every((byte, i) => prefix[i] === byte) && isPublicAddress(carried.join('.'));
}

const PREFIX = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];

/** Names that mean something only inside a network (RFC 6761, RFC 8375 and custom), whatever they resolve to. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name.includes('.') && !/(?:^|\.)(?:localhost|local|internal|home\.arpa)$/.test(name);
}
