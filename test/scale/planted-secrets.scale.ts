/** Secrets of a real load test: the target receives them, and nobody else can read them. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../support/files/certificates.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { endWorkers, resultOf, startDistributed } from '../support/queue/distributed-run.js';
import {
  encodings,
  findSecrets,
  monitor,
  readRedisFiles,
  STORES_EVERYTHING,
} from '../support/queue/planted-secrets.js';
import { KEY, startWorker } from '../support/queue/worker-process.js';
import { startRedis } from '../support/servers/redis-server.js';

const redis = await startRedis({ args: STORES_EVERYTHING });
/** An address of this machine that nothing else has. */
const HOST = '127.83.19.201';

const RECEIVED = {
  variable: 'value-of-a-variable-7f3a',
  captured: 'captured-token-91bc',
  password: 'password-in-a-url-44de',
  file: 'contents-of-a-body-file-c0ffee',
  fromProcess: 'value-of-the-process-5d21',
};

it.runIf(process.platform === 'linux')('are in what the target received, and nowhere else', async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    const parts = [`${request.method} ${request.url}\n`, request.rawHeaders.join('\n'), '\n'];
    request.setEncoding('utf8').on('data', (part: string) => parts.push(part));
    request.on('end', () => {
      received.push(parts.join(''));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ token: RECEIVED.captured }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = `${HOST}:${(server.address() as AddressInfo).port}`;
  const { cert, key } = createCertificate({ name: 'client' });
  const [, keyLine = ''] = key.split('\n');
  const secrets = { ...RECEIVED, key: keyLine, host: HOST, request: 'name-of-a-secret-request', shared: KEY };
  const directory = await temporaryWorkspace({
    'service.yaml': 'tls: {clientCert: client.pem, clientKey: client.key}\n',
    'client.pem': cert,
    'client.key': key,
    'body.txt': RECEIVED.file,
    'shop.http': [
      `@secret = ${RECEIVED.variable}`,
      '### login',
      '# @stress.setup',
      `GET http://${place}/login`,
      '',
      '>>>capture',
      'token from body.token',
      '<<<',
      `### ${secrets.request}`,
      `POST http://${place}/order?secret={{secret}}`,
      'X-Token: {{login.token}}',
      'X-Process: {{FROM_PROCESS}}',
      '',
      '< body.txt',
      '',
    ].join('\n'),
  });
  const seen = await monitor(redis);
  const logs = ['--log-format', 'json', '-v'];
  const workers = await Promise.all(
    ['w-1', 'w-2'].map((name) => startWorker(redis.url, ['--name', name, ...logs])),
  );
  const test = startDistributed(
    redis.url,
    { directory },
    ['--workers', '2', '-r', '50', '-d', '6s', join(directory, 'shop.http')],
    // The target is its own proxy, whose password is in a URL.
    { FROM_PROCESS: RECEIVED.fromProcess, SVC_PROXY: `http://ada:${RECEIVED.password}@${place}` },
  );
  await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(100);
  await redis.command('SAVE');
  const ended = await test.ended;
  await redis.command('SAVE');
  await endWorkers(workers);
  expect(ended.code).toBe(0);
  expect(resultOf(ended)).toMatchObject({ totalRequests: 300, errorCount: 0 });

  const order = received.find((text) => text.startsWith('POST')) ?? '';
  const basic = Buffer.from(`ada:${RECEIVED.password}`).toString('base64');
  for (const text of [RECEIVED.variable, RECEIVED.captured, RECEIVED.file, RECEIVED.fromProcess, basic])
    expect(order).toContain(text);
  const texts = [
    seen(),
    ...(await readRedisFiles(redis)),
    ...workers.flatMap(({ stdout, stderr }) => [stdout(), stderr()]),
  ];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(`looked for ${Object.keys(secrets).length} secrets in ${(length / 1e6).toFixed(1)} MB`);
  // The commands, the dump and the append-only file.
  expect(texts.filter((text) => text.includes('svc:{svc}:worker:')).length).toBeGreaterThanOrEqual(3);
  expect(findSecrets(secrets, texts)).toEqual([]);
  expect(encodings(RECEIVED.variable)).toHaveLength(5);
  // What looks finds a secret that is there.
  await writeFile(join(redis.directory, 'planted'), Buffer.from(RECEIVED.file).toString('hex'));
  expect(findSecrets(secrets, await readRedisFiles(redis))).toHaveLength(1);
});
