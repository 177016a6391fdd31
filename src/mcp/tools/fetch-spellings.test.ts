import { describe, expect, it } from 'vitest';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { fetchTool } from './fetch.js';

/** The first and the last address of every blocked range. */
const EDGES =
  '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255 168.63.129.16 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.31.196.0 192.52.193.255 192.88.99.0 192.168.0.0 192.168.255.255 192.175.48.0 198.18.0.0 198.19.255.255 198.51.100.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255'.split(
    ' ',
  );

const SPELLINGS: Readonly<Record<string, (bytes: readonly number[]) => string>> = {
  dotted: (bytes) => bytes.join('.'),
  'with a dot behind': (bytes) => `${bytes.join('.')}.`,
  'as one number': (bytes) => String(numberOf(bytes)),
  'hexadecimal, as one number': (bytes) => `0x${numberOf(bytes).toString(16)}`,
  'octal, as one number': (bytes) => `0${numberOf(bytes).toString(8)}`,
  'hexadecimal parts': (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  'octal parts': (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  'two parts': ([first = 0, ...rest]) => `${first}.${numberOf([0, ...rest])}`,
  'percent-encoded': (bytes) =>
    bytes.join('.').replaceAll(/\d/g, (digit) => `%${digit.charCodeAt(0).toString(16)}`),
  'full-width digits': (bytes) =>
    bytes.join('.').replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  'mapped into IPv6': (bytes) => `[::ffff:${bytes.join('.')}]`,
  'mapped, in hexadecimal': (bytes) => `[::ffff:${hextets(bytes)}]`,
  'compatible IPv6': (bytes) => `[::${hextets(bytes)}]`,
  'translated IPv6': (bytes) => `[::ffff:0:${hextets(bytes)}]`,
  NAT64: (bytes) => `[64:ff9b::${hextets(bytes)}]`,
  '6to4': (bytes) => `[2002:${hextets(bytes)}::]`,
};

function numberOf(bytes: readonly number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

function hextets([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** Uses the real table, and a name server and a network that must not be used. */
async function refusals(urls: readonly string[]): Promise<string[]> {
  const asked = (): never => {
    throw new Error('a connection was attempted');
  };
  const settings = testSettings(await temporaryWorkspace(), {
    network: { policy: 'public-only', resolve: asked, connect: asked },
  });
  const texts: string[] = [];
  for (const url of urls) texts.push(textOf(await callHere(fetchTool, { url }, settings)));
  return texts;
}

describe('blocked addresses', () => {
  it.each(Object.keys(SPELLINGS))('%s', async (spelling) => {
    const spelled = SPELLINGS[spelling] ?? String;
    const texts = await refusals(EDGES.map((edge) => `http://${spelled(edge.split('.').map(Number))}/`));
    expect(
      texts.filter(
        (text) =>
          !/^blocked_target: \S+ is not a public network target; only the operator [^;]+ --allow-private-network$/.test(
            text,
          ),
      ),
    ).toEqual([]);
  });

  it.each([
    ['127.1', 'blocked_target'],
    ['0', 'blocked_target'],
    ['[::]', 'blocked_target'],
    ['[::1]', 'blocked_target'],
    ['[fd00:ec2::254]', 'blocked_target'],
    ['0300.0250.1.1', 'blocked_target'],
    ['localhost.', 'blocked_target'],
    ['LOCALHOST', 'blocked_target'],
    ['a.LocalHost', 'blocked_target'],
    ['db.internal', 'blocked_target'],
    ['intranet', 'blocked_target'],
    ['printer.local:8080', 'blocked_target'],
    ['8.8.8.8:25', 'blocked_target'],
    ['256.1.1.1', 'invalid_url'],
    ['shop.0x7f', 'invalid_url'],
    ['[fe80::1%25eth0]', 'invalid_url'],
    ['a.example:0', 'invalid_url'],
    ['@a.example', 'invalid_url'],
    ['a.example\\@127.0.0.1', 'invalid_url'],
  ])('%s is %s', async (host, code) => {
    const [text = ''] = await refusals([`http://${host}/`]);
    expect(text).toMatch(new RegExp(`^${code}: `));
  });
});
