import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { systemResolve } from '../../http/connect/system-resolve.js';

/** Whether the name or address stands for this machine; a name that cannot be resolved does not. */
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
