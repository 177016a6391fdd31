import { describe, expect, it } from 'vitest';
import { AllowedHosts } from './allowed-hosts.js';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'api.test': ['10.1.2.3'],
  'both.test': ['10.1.2.4', '192.168.0.1'],
  'rebound.test': ['127.0.0.1'],
};
const resolve = (host: string): Promise<readonly string[]> => Promise.resolve(ADDRESSES[host] ?? []);
const isAllowed = async (entries: readonly string[], host: string, port = 80): Promise<boolean> => {
  const allowed = new AllowedHosts(entries, resolve);
  const isForbidden = await allowed.isForbidden({ host, port });
  await allowed.check({ host, port }).then(
    () => expect(isForbidden).toBe(false),
    (error: unknown) => {
      expect(isForbidden).toBe(true);
      expect(error).toMatchObject({
        errorKind: 'connect',
        message: `host not allowed by this worker: ${host}`,
      });
    },
  );
  return !isForbidden;
};

describe('AllowedHosts', () => {
  it.each([
    [['api.test'], 'api.test', true],
    [['api.test'], 'API.test.', true],
    [['api.test'], 'x.api.test', false],
    [['*.api.test'], 'x.y.api.test', true],
    [['*.api.test'], 'api.test', false],
    [['*.api.test'], 'evil-api.test', false],
    [['other.test'], 'api.test', false],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.2.3'], 'api.test', true],
    [['10.0.0.0/8'], 'api.test', true],
    [['10.0.0.0/8'], 'rebound.test', false],
    [['10.0.0.0/8'], 'unknown.test', false],
    [['10.0.0.0/8'], '::ffff:10.0.0.1', true],
    [['fd00::/8'], 'fd00::1', true],
    [['[::1]'], '::1', true],
    [['::1'], '0:0:0:0:0:0:0:1', true],
    [['fd00::/8'], 'fe80::1', false],
    [[], 'api.test', false],
  ])('%j, %s: %s', async (entries, host, expected) => {
    expect(await isAllowed(entries, host)).toBe(expected);
  });

  it.each([
    ['api.test:8080', 'api.test', 8080, true],
    ['api.test:8080', 'api.test', 80, false],
    ['10.1.2.3:8080', '10.1.2.3', 8080, true],
    ['10.1.2.3:8080', '10.1.2.3', 80, false],
    ['[::1]:8080', '::1', 8080, true],
    ['[::1]:8080', '::1', 80, false],
  ] as const)('%s, %s port %d: %s', async (entry, host, port, expected) => {
    expect(await isAllowed([entry], host, port)).toBe(expected);
  });

  it('connects to the allowed addresses of a name alone', async () => {
    const lookup = await new AllowedHosts(['10.0.0.0/8'], resolve).check({ host: 'both.test', port: 80 });
    lookup?.('both.test', { all: true }, (_error, found) => {
      expect(found).toEqual([{ address: '10.1.2.4', family: 4 }]);
    });
    expect.assertions(1);
  });

  it('judges what a proxy is asked for by its name', () => {
    const allowed = new AllowedHosts(['api.test', '10.0.0.0/8'], resolve);
    expect(() => allowed.checkName({ host: 'api.test', port: 80 })).not.toThrow();
    expect(() => allowed.checkName({ host: '10.0.0.9', port: 80 })).not.toThrow();
    expect(() => allowed.checkName({ host: 'both.test', port: 80 })).toThrow('host not allowed');
  });

  it.each(['', 'a b', '*', '*.', 'a.test/8', '10.0.0.0/33', '10.1', 'a:0', 'a:99999', 'http://a'])(
    'refuses %j',
    (entry) => {
      expect(() => new AllowedHosts([entry])).toThrow('allow-hosts must list hosts');
    },
  );
});
