import { isIP } from 'node:net';
import { isPublicAddress, isPublicName, plainAddress } from '../../../src/http/connect/public-address.js';
import { readNoProxy } from '../../../src/http/connect/no-proxy.js';
import { endOfAuthority, readTarget } from '../../../src/http/message/target.js';
import { prepareUrl } from '../../../src/http/message/url-encoding.js';
import { RequestFailure } from '../../../src/http/message/message.js';
import { FetchFailure } from '../../../src/web-fetch/rules/fetch-failure.js';
import { readUrl, sanitiseUrl } from '../../../src/web-fetch/rules/url-rules.js';
import type { Random } from '../random.js';
import { allowing, must, mustEqual, type Target } from '../target.js';

/** The table of blocked ranges as numbers: a second way to the same result. */
const BLOCKED_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16'],
  ...[
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
  ],
  ...[
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
  ],
  '240.0.0.0/4',
];
const BLOCKED_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const TARGET = readTarget('http://a.example');

function number4(address: string): bigint {
  return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function number6(address: string): bigint {
  const mapped = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, head = '', a = '', b = '', c = '', d = ''] = mapped ?? [];
  const pair = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
  const plain = mapped ? `${head}${pair(a, b)}:${pair(c, d)}` : address;
  const [left = '', right] = plain.split('::');
  const words = (part: string | undefined): string[] =>
    part === undefined || part === '' ? [] : part.split(':');
  const missing = 8 - words(left).length - words(right).length;
  const all =
    right === undefined
      ? words(left)
      : [...words(left), ...Array<string>(missing).fill('0'), ...words(right)];
  return all.reduce((sum, word) => sum * 65_536n + BigInt(`0x${word}`), 0n);
}

function isIn(value: bigint, range: string, bits: 32 | 128): boolean {
  const [base = '', length = ''] = range.split('/');
  const shift = BigInt(bits - Number(length));
  return value >> shift === (bits === 32 ? number4(base) : number6(base)) >> shift;
}

function isPublicReference(address: string): boolean {
  if (isIP(address) === 4) return !BLOCKED_4.some((range) => isIn(number4(address), range, 32));
  const value = number6(address);
  if (value >> 32n === 0xffffn) return !BLOCKED_4.some((range) => isIn(value & 0xffffffffn, range, 32));
  return isIn(value, '2000::/3', 128) && !BLOCKED_6.some((range) => isIn(value, range, 128));
}

function generatedAddress(random: Random): string {
  if (random.oneIn(2)) {
    const [base = '', length = ''] = random.pick(BLOCKED_4).split('/');
    const shift = BigInt(32 - Number(length));
    const edges = [0n, (1n << shift) - 1n, 1n << shift, -1n, BigInt(random.below(2 ** 31))];
    const value = (number4(base) + random.pick(edges)) & 0xffffffffn;
    const text = [24n, 16n, 8n, 0n].map((at) => String((value >> at) & 255n)).join('.');
    return random.oneIn(3) ? `::ffff:${text}` : text;
  }
  const words = Array.from({ length: 8 }, () => random.below(65_536).toString(16));
  if (random.oneIn(2)) words[0] = random.pick(['2001', '2002', '3fff', '2620', '2000', '3ffe', '64', 'fd00']);
  return random.oneIn(3)
    ? `${words.slice(0, random.below(7)).join(':')}::${words.slice(7).join('')}`
    : words.join(':');
}

export const addressTarget: Target = {
  name: 'address',
  seeds: ['127.0.0.1', '::1', '::ffff:10.0.0.1', '2001:db8::1', 'fe80::1%eth0', '8.8.8.8', '2606:4700::1111'],
  words: ['.', ':', '::', '%', 'ffff', '0x7f', '127', '1', 'e'],
  generate: generatedAddress,
  run: (text) => {
    const verdict = isPublicAddress(text);
    const address = text.replace(/%.*$/s, '');
    mustEqual(verdict, isIP(address) === 0 ? false : isPublicReference(address), 'the table is kept');
    const plain = plainAddress(text);
    if (isIP(address) !== 0) mustEqual(isPublicAddress(plain), verdict, 'each spelling has the same verdict');
    readNoProxy(text)({ ...TARGET, host: text.slice(0, 200) });
  },
};

const URLS = [
  'http://a.example/x?y=1#z',
  'https://[2001:db8::1]:8443/',
  'HTTP://A.Example:80',
  'http://127.1/',
  'ftp://a',
];

export const urlTarget: Target = {
  name: 'url',
  seeds: URLS,
  words: [
    'http://',
    'https:',
    '//',
    '@',
    ':',
    '/',
    '\\',
    '?',
    '#',
    '%',
    '%00',
    '[',
    ']',
    '0x7f.1',
    '127.1',
    '。',
    '　',
    '..',
  ],
  run: (text) => {
    const url = allowing([FetchFailure], () => readUrl(text, 'url'));
    if (url !== undefined) {
      const { protocol, hostname, username, password, hash } = new URL(url);
      must(/^https?:$/.test(protocol) && hostname !== '', 'an accepted URL has scheme and host', url);
      must(username === '' && password === '' && hash === '', 'and neither credentials nor fragment', url);
      if (url.length <= 8192) mustEqual(readUrl(url, 'url'), url, 'an accepted URL stays as it is');
      const shown = sanitiseUrl(url);
      must(
        !/[?#@]/.test(shown.replace(/^https?:\/\/[^/]*\/.*$/s, (all) => all.replaceAll('@', ''))),
        'nothing secret is shown',
        shown,
      );
      isPublicName(hostname);
    }
    sanitiseUrl(text);
    const sent = allowing([RequestFailure], () => {
      const prepared = prepareUrl(text);
      readTarget(prepared.slice(0, endOfAuthority(prepared)));
      return prepared;
    });
    must(sent === undefined || !/[\r\n\0 ]/.test(sent), 'a sent URL has no blanks', sent);
  },
};
