import { describe, expect, it } from 'vitest';
import { FORMATS } from './formats.js';

describe('formats', () => {
  it.each<[string, string[], string[]]>([
    [
      'date-time',
      ['2024-02-29T23:59:60Z', '2024-01-01t00:00:00.5+23:59'],
      [
        '2023-02-29T00:00:00Z',
        '2024-01-01 00:00:00Z',
        '2024-01-01T00:00:00',
        '2024-01-01T24:00:00Z',
        '2024-01-01T22:59:60Z',
      ],
    ],
    ['date', ['2000-02-29'], ['1900-02-29', '2024-4-1', '2024-04-31', '2024-13-01']],
    ['time', ['10:20:30Z', '00:29:60+00:30'], ['10:20:30', '10:20Z', '25:00:00Z', '10:20:30+1']],
    [
      'email',
      ['a.b+c@example.com', '"a b"@example.com', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
      ['a', '@b', 'a@', '.a@b', 'a..b@c', 'a@b c', 'a@-b'],
    ],
    [
      'hostname',
      ['example.com', 'a', 'xn--4gbwdl.xn--wgbh1c'],
      ['', 'a..b', '-a', 'a-', 'a_b', `${'a'.repeat(64)}.b`, 'ab--cd'],
    ],
    ['ipv4', ['0.0.0.0', '255.255.255.255'], ['256.0.0.0', '1.2.3', '01.2.3.4', '1.2.3.4.5']],
    [
      'ipv6',
      ['::', '::1', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', 'fe80::a:1'],
      [':', '1::2::3', '1:2:3:4:5:6:7', '12345::', '::1.2.3', '1.2.3.4::', '::1%eth0'],
    ],
    [
      'uri',
      ['http://a/b?c#d', 'urn:x:y', 'mailto:a@b', 'http://u:p@[::1]:80/%20'],
      ['/a', 'a', 'http://a b', 'http://[::g]', 'http://a/%zz', '1a:b', 'http://a\\b', 'http://é'],
    ],
    [
      'uuid',
      ['2EB8AA08-aa98-11ea-b4aa-73b441d16380'],
      ['2eb8aa08aa9811eab4aa73b441d16380', '2eb8aa08-aa98-11ea-b4aa-73b441d1638', 'x'],
    ],
  ])('%s', (name, good, bad) => {
    expect(good.filter((text) => !FORMATS[name]?.(text))).toEqual([]);
    expect(bad.filter((text) => FORMATS[name]?.(text))).toEqual([]);
  });
});
