import { BlockList, isIP } from 'node:net';
import type { Target } from '../message/target.js';

type Rule = (target: Target) => boolean;

/**
 * NO_PROXY: names, `.suffix`, addresses, CIDR, each with an optional port, or `*`. As with curl and most
 * others, a name covers its sub-domains, and `.example.test` covers `example.test`.
 */
export function readNoProxy(text: string): Rule {
  const rules = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readEntry);
  return (target) => rules.some((rule) => rule(target));
}

function readEntry(entry: string): Rule {
  if (entry === '*') return () => true;
  const addresses = readAddresses(entry);
  if (addresses) return addresses;
  const [, host = entry, port] = /^(.*?):(\d+)$/.exec(entry) ?? [];
  const rule = readAddresses(host) ?? nameRule(host);
  return port === undefined ? rule : (target) => target.port === Number(port) && rule(target);
}

function nameRule(name: string): Rule {
  const bare = name.replace(/^\*?\.|\.$/g, '');
  return ({ host }) => {
    const asked = host.toLowerCase().replace(/\.$/, '');
    return asked === bare || (isIP(asked) === 0 && asked.endsWith(`.${bare}`));
  };
}

/** An address or a network; undefined for anything else. */
function readAddresses(text: string): Rule | undefined {
  const [address = '', prefix, ...more] = text.replace(/^\[|\](?=\/|$)/g, '').split('/');
  const version = isIP(address);
  const bits = prefix === undefined ? NaN : Number(prefix);
  if (version === 0 || more.length > 0 || (prefix !== undefined && !fits(bits, version))) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, bits, family);
  return ({ host }) => {
    const asked = isIP(host);
    return asked !== 0 && list.check(host, asked === 4 ? 'ipv4' : 'ipv6');
  };
}

function fits(bits: number, version: number): boolean {
  return Number.isInteger(bits) && bits >= 0 && bits <= (version === 4 ? 32 : 128);
}
