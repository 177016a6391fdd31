import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicName, isPublicPort, plainAddress } from './public-address.js';

/** First and last address of every blocked range, and their public neighbours where there are any (mcp.md 4.3). */
type Range = readonly [first: string, last: string, before?: string | undefined, after?: string];

const RANGES_IPV4: readonly Range[] = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
];

const RANGES_IPV6: readonly Range[] = [
  ['::', '::'],
  ['::1', '::1'],
  ['::7f00:1', '::ffff'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  ['2001:1::', '2001:2::'],
  ['2001:4:112::', '2001:10::'],
  ['2001:20::', '2001:30::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['1fff:ffff::', '4000::', '2000::', '3fff:ffff:ffff::'],
  ['5f00::', '5f00:ffff::'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fd00:ec2::254', 'fd00:ec2::254'],
  ['fe80::', 'febf:ffff::'],
  ['fec0::', 'feff:ffff::'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

function rangesOf(ranges: readonly Range[]): { edges: string[]; outside: string[] }[] {
  return ranges.map(([first, last, ...near]) => ({
    edges: [first, last],
    outside: near.filter((address) => address !== undefined),
  }));
}

describe('isPublicAddress', () => {
  it.each(rangesOf([...RANGES_IPV4, ...RANGES_IPV6]))('refuses $edges and no more', ({ edges, outside }) => {
    expect(edges.filter(isPublicAddress)).toEqual([]);
    expect(outside.filter(isPublicAddress)).toEqual(outside);
  });

  it.each(rangesOf(RANGES_IPV4))('refuses $edges mapped into IPv6 too', ({ edges, outside }) => {
    const mapped = (address: string): string => `::ffff:${address}`;
    expect(edges.map(mapped).filter(isPublicAddress)).toEqual([]);
    expect(outside.map(mapped).filter(isPublicAddress)).toHaveLength(outside.length);
  });

  it.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'localhost', '8.8.8.8.8', '0x7f.1', 'fe80::1%eth0', '::ffff:999.1.1.1'])(
    'refuses %j, which is no public address',
    (address) => expect(isPublicAddress(address)).toBe(false),
  );
});

describe('plainAddress', () => {
  it.each([
    ['::ffff:7f00:1', '127.0.0.1'],
    ['::FFFF:127.0.0.1', '127.0.0.1'],
    ['2606:4700:0:0:0:0:0:1111', '2606:4700::1111'],
    ['fe80::1%eth0', 'fe80::1'],
    ['8.8.8.8', '8.8.8.8'],
  ])('reads %s as %s', (address, plain) => expect(plainAddress(address)).toBe(plain));
});

describe('isPublicName', () => {
  it.each([
    'example.com',
    'EXAMPLE.com.',
    'localhost.example.com',
    'internal.example.org',
    'mylocal.example',
  ])('accepts %s', (name) => expect(isPublicName(name)).toBe(true));

  it.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'localdomain',
    'a.localdomain',
    'printer.local',
    'x.internal',
    'a.b.internal',
    'home.arpa',
    'a.home.arpa.',
    'hidden.onion',
    'intranet',
    '',
  ])('refuses %j', (name) => expect(isPublicName(name)).toBe(false));
});

describe('isPublicPort', () => {
  it('refuses the ports of other services', () => {
    expect([22, 25, 110, 143, 6667].filter(isPublicPort)).toEqual([]);
    expect([80, 443, 3000, 8080, 8443].filter(isPublicPort)).toHaveLength(5);
  });
});
