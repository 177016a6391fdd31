/** `rediss://`: certificates are checked, whatever the environment says. */
import { writeFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { createCertificate } from '../support/files/certificates.js';
import { temporaryDirectory } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { KEY } from '../support/queue/worker-process.js';
import { listening } from '../support/servers/raw-server.js';
import { sharedRedis } from '../support/servers/redis-server.js';

const redis = await sharedRedis();
const authority = createCertificate({ name: 'Test authority', authority: true });
const own = createCertificate({ name: '127.0.0.1', hosts: ['127.0.0.1'] }, authority);
const server = createServer({ key: own.key, cert: own.cert }, (socket) => {
  const plain = connect(redis.port, '127.0.0.1');
  socket.on('error', () => plain.destroy());
  plain.on('error', () => socket.destroy());
  socket.pipe(plain).pipe(socket);
});
server.on('tlsClientError', () => undefined);
afterAll(() => void server.close());
const port = await listening(server);
const cwd = await temporaryDirectory();
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function list(env: Record<string, string>): Promise<[number | null, string]> {
  const { code, stdout, stderr } = await runSvc(['workers', '--queue', `rediss://127.0.0.1:${port}`], {
    cwd,
    env: { SVC_WORKER_KEY: KEY, ...env },
  });
  return [code, stderr + stdout];
}

it('an authority that the system does not trust is refused, and nothing switches that off', async () => {
  const message = `Error: the queue cannot be reached: the certificate of 127.0.0.1:${port} is not from a trusted authority\n`;
  expect(await list({})).toEqual([4, message]);
  const [code, text] = await list({ NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' });
  expect([code, text]).toEqual([4, message]);
});

it('NODE_EXTRA_CA_CERTS adds one', async () => {
  await writeFile(join(cwd, 'authority.pem'), authority.cert);
  const [code, text] = await list({ NODE_EXTRA_CA_CERTS: join(cwd, 'authority.pem') });
  expect([code, text]).toEqual([0, '0 of 0 workers are free (0 of 0 threads)\n']);
});
