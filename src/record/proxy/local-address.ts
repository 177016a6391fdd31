import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { systemResolve } from '../../http/connect/system-resolve.js';

/** Whether a name or address refers to this machine; false for names that cannot be resolved. */
export async function isThisMachine(host: string): Promise<boolean> {
  const found = await systemResolve(host).catch(() => []);
  return found.some(isLocalAddress);
}

export function isLocalAddress(address: string): boolean {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '');
  if (plain === '::1' || plain === '::' || plain === '0.0.0.0') return true;
  if (isIPv4(plain) && plain.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some((each) => each.address.toLowerCase() === plain),
  );
}
