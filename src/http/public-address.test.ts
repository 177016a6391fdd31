import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicName } from './public-address.js';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::808:808',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    'fe80::1%eth0',
    'fec0::1',
    'fd00:ec2::254',
    'ff02::1',
    '100::1',
    '',
    'localhost',
    '8.8.8.8.8',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('isPublicName', () => {
  it.each(['example.com', 'EXAMPLE.com.', 'localhost.example.com', 'internal.example.org'])(
    'accepts %s',
    (name) => expect(isPublicName(name)).toBe(true),
  );

  it.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'printer.local',
    'x.internal',
    'home.arpa',
    'a.home.arpa.',
    'intranet',
    '',
  ])('refuses %j', (name) => expect(isPublicName(name)).toBe(false));
});
