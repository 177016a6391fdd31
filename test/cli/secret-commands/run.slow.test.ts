/** Secrets whose values programs print, in `svc run`. */
import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { nodeOnPath, secretFiles, startsOf } from '../../support/program/secret-program.js';
import { run } from '../support/run-results.js';
import { ONE, ALLOW, runWith } from './run-setup.js';

describe('a secret by command', () => {
  it('is asked for once by 100 requests at once, and once for each name', async () => {
    const { url, requests } = await loopback();
    const text = Array.from(
      { length: 100 },
      (_, at) => `### r${at}\nGET ${url}/\nX-Token: {{apiToken}}\nX-Other: {{other}}\n`,
    ).join('\n');
    const entries = [
      { name: 'apiToken', gives: ['slow', 'tok-4711'] },
      { name: 'other', gives: ['slow', 'tok-4712'] },
      { name: 'unneeded', gives: ['slow', 'tok-4713'] },
    ];
    const args = [...ALLOW, '--parallel', '--concurrency', '50'];
    const { code, cwd } = await runWith(entries, text, args);
    expect([code, requests.length]).toEqual([0, 100]);
    const seen = new Set(requests.map(({ headers }) => [headers['x-token'], headers['x-other']].join()));
    expect([...seen]).toEqual(['tok-4711,tok-4712']);
    expect([...startsOf(cwd)].sort()).toEqual(['slow tok-4711', 'slow tok-4712']);
  });
});

describe('a program without a value', () => {
  const TEXTS = {
    'empty.txt': '',
    'blank.txt': '\n',
    'zero.txt': 'a\0b',
    'error.txt': 'what came first\nnot signed in to account desk\n',
    'long.txt': `${'x'.repeat(230)}\n`,
    'crossing.txt': `${'x'.repeat(190)}given-secret-9\n`,
    'large.txt': `${'x'.repeat(64 * 1024)}y\n`,
    'value.txt': 'tok-4711-abc\n',
    'told.txt': 'the token tok-4711-abc has ended\n',
    'known.txt': 'no entry for given-secret-9\n',
    'control.txt': '\u001b[31mred\u001b[0m\u0007\n',
  };

  it.each<[string, readonly string[], string]>([
    ['fails silently', ['fail', '3', 'empty.txt', 'empty.txt'], 'node ended with 3'],
    ['says why', ['fail', '1', 'empty.txt', 'error.txt'], 'node ended with 1: not signed in to account desk'],
    ['says much', ['fail', '1', 'empty.txt', 'long.txt'], `node ended with 1: ${'x'.repeat(200)}`],
    [
      'tells a secret where its message is cut',
      ['fail', '1', 'empty.txt', 'crossing.txt'],
      `node ended with 1: ${'x'.repeat(190)}[REDACTED]`,
    ],
    [
      'says control characters',
      ['fail', '1', 'empty.txt', 'control.txt'],
      'node ended with 1: \\u001b[31mred\\u001b[0m\\u0007',
    ],
    [
      'tells its value',
      ['fail', '1', 'value.txt', 'told.txt'],
      'node ended with 1: the token [REDACTED] has ended',
    ],
    [
      'tells another secret',
      ['fail', '1', 'empty.txt', 'known.txt'],
      'node ended with 1: no entry for [REDACTED]',
    ],
    ['prints nothing', ['file', 'empty.txt'], 'node gave nothing'],
    ['prints a line end', ['file', 'blank.txt'], 'node gave nothing'],
    ['prints NUL', ['file', 'zero.txt'], 'node gave a NUL character'],
    ['prints other bytes', ['file', 'bytes.bin'], 'node gave bytes that are not UTF-8'],
    ['prints too much', ['file', 'large.txt'], 'node gave more than 64 KiB'],
  ])('that %s', async (_case, gives, message) => {
    const { url, requests } = await loopback();
    const { code, tests, stdout, stderr } = await run(
      {
        'a.http': ONE(url),
        ...TEXTS,
        'bytes.bin': Uint8Array.of(0x61, 0xff, 0x62),
        ...secretFiles([{ name: 'apiToken', gives }]),
      },
      [...ALLOW, '--secret', 'other=given-secret-9'],
      nodeOnPath(),
    );
    expect([code, requests]).toEqual([1, []]);
    expect(tests).toMatchObject([
      { passed: false, errorKind: 'variable', error: `secret "apiToken": ${message}`, attempts: 0 },
    ]);
    expect(stdout + stderr).not.toContain('tok-4711-abc');
  });

  it.each<[string, string]>([
    ['that is nowhere', 'no-such-program-here'],
    ['that is no file', './folder'],
    ['that cannot be run', './a.http'],
  ])('%s', async (_case, program) => {
    const { url, requests } = await loopback();
    const { tests } = await run(
      {
        'a.http': ONE(url),
        'folder/a.txt': '',
        'service.yaml': `secrets:\n  - name: apiToken\n    command: [${program}, read]\n`,
      },
      ALLOW,
    );
    expect(requests).toEqual([]);
    expect(tests[0]?.error).toBe(`secret "apiToken": ${program} was not found`);
  });

  it('that has more arguments than the system takes', async () => {
    const { url, requests } = await loopback();
    const gives = ['text', 'x'.repeat(1_000_000)];
    const { code, tests } = await runWith([{ name: 'apiToken', gives }], ONE(url));
    expect([code, requests]).toEqual([1, []]);
    expect(tests[0]).toMatchObject({
      errorKind: 'variable',
      error: 'secret "apiToken": node could not be started',
    });
  });
});
