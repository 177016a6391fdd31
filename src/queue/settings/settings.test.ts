import { describe, expect, it } from 'vitest';
import { addressWarnings, readQueueAddress } from './queue-address.js';
import { checkQueueKey, keyInFile, newQueueKey } from './queue-key.js';
import { queueSecrets } from './queue-settings.js';

describe('the address of a queue', () => {
  it.each([
    [
      'redis://127.0.0.1',
      { host: '127.0.0.1', port: 6379, tls: false, database: 0, shown: 'redis://127.0.0.1:6379' },
    ],
    [
      'rediss://q.test:7000/3',
      { host: 'q.test', port: 7000, tls: true, database: 3, shown: 'rediss://q.test:7000/3' },
    ],
    ['REDIS://[::1]:1/', { host: '::1', port: 1, database: 0, place: '[::1]:1', shown: 'redis://[::1]:1' }],
    ['redis://:p%40ss@a.test', { username: undefined, password: 'p@ss', shown: 'redis://a.test:6379' }],
    ['redis://ada:secret@a.test', { username: 'ada', password: 'secret', shown: 'redis://a.test:6379' }],
  ])('is read from %s', (text, expected) => {
    expect(readQueueAddress(text, '--queue')).toMatchObject(expected);
  });

  it.each([
    '',
    'redis',
    '127.0.0.1:6379',
    'http://127.0.0.1',
    'redis://',
    'redis:///0',
    'redis://a.test/x',
    'redis://a.test/0/1',
    'redis://a.test?x=secret',
    'redis://a.test#x',
    'redis://a.test:99999',
    'redis://a:%zz@b.test',
  ])('is refused: %j, without showing it', (text) => {
    const rule = 'must be redis:// or rediss:// with a host, such as redis://127.0.0.1:6379';
    expect(() => readQueueAddress(text, '--queue')).toThrow(
      expect.objectContaining({ kind: 'usage', message: `--queue ${rule}` }),
    );
    expect(() => readQueueAddress(text, 'SVC_QUEUE')).toThrow(
      expect.objectContaining({ kind: 'usage', message: `SVC_QUEUE ${rule}` }),
    );
    expect(() => readQueueAddress(text, 'queue.url')).toThrow(
      expect.objectContaining({ kind: 'input', message: `queue.url ${rule}` }),
    );
  });

  it('causes a warning only where others could read the password', () => {
    const warnings = (text: string): readonly string[] => addressWarnings(readQueueAddress(text, '--queue'));
    for (const text of ['redis://localhost', 'redis://127.8.0.1', 'redis://[::1]', 'rediss://a.test']) {
      expect(warnings(text)).toEqual([]);
    }
    expect(warnings('redis://a.test')).toEqual([
      'payloads on their way to a.test:6379 are sealed, the Redis password is not; use rediss://',
    ]);
  });

  it('and the key have secrets', () => {
    const address = readQueueAddress('redis://ada:secret@a.test', '--queue');
    expect(queueSecrets({ address, name: 'svc', key: 'k' })).toEqual(['k', 'secret']);
  });
});

describe('the key of a queue', () => {
  it('is long enough, or refused with its length', () => {
    expect(checkQueueKey('k'.repeat(32))).toBe('k'.repeat(32));
    expect(() => checkQueueKey('k'.repeat(31))).toThrow('the key has 31 characters; at least 32 are needed');
    for (const none of [undefined, '']) {
      expect(() => checkQueueKey(none)).toThrow(
        'a queue needs a key: set SVC_WORKER_KEY or --key-file; make one with svc worker --new-key',
      );
    }
  });

  it('is the first line of a file', () => {
    expect(['a\n', 'a\r\nb', 'a', ''].map(keyInFile)).toEqual(['a', 'a', 'a', '']);
  });

  it('is new every time', () => {
    expect(newQueueKey()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(newQueueKey()).not.toBe(newQueueKey());
  });
});
