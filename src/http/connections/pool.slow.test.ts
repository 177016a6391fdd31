import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { rawServer } from '../../../test/support/servers/raw-server.js';

describe('connections of an origin', () => {
  it('leaves nothing that keeps the process alive, and plain HTTP loads nothing it does not need', async () => {
    const server = await rawServer((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    const script = `
      import { createConnections } from './src/http/connections/connections.ts';
      import { systemClock } from './src/primitives/clock.ts';
      import { timeLimit } from './src/http/wraps/time-limit.ts';
      const connection = createConnections({
        connectTimeout: 60_000, maxSockets: 6, httpVersion: 'auto', proxy: { kind: 'none' },
        tls: { validate: true }, maxBodyBytes: 1000,
      });
      const send = timeLimit(60_000, systemClock)(connection.send);
      const { signal } = new AbortController();
      const response = await send({ method: 'GET', url: '${server.url}/', headers: [], body: null, signal });
      connection.close();
      const loaded = process.moduleLoadList.join();
      const heavy = ['tls', 'https', 'http2', 'zlib'].filter((name) => loaded.includes('NativeModule ' + name + ','));
      process.stdout.write(response.statusCode + ' ' + heavy.join());
    `;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(output).toBe('204 ');
    expect(code).toBe(0);
  });
});
