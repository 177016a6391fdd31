import { describe, expect, it } from 'vitest';
import { request, testConnection } from '../../../test/support/clients/http-client.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';

describe('what is received', () => {
  it('has its phases measured', async () => {
    const server = await rawServer((socket) => {
      setTimeout(() => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab');
        // Far behind, so that a busy machine does not receive both parts at once.
        setTimeout(() => socket.write('cd'), 2000);
      }, 60);
    });
    const { send } = testConnection();
    const first = await send(request(`http://localhost:${server.port}/`));
    expect(first.timing.dns).toBeGreaterThan(0);
    expect(first.timing.connect).toBeGreaterThan(0);
    expect(first.timing.tls).toBe(0);
    expect(first.timing.firstByte).toBeGreaterThan(40);
    expect(first.timing.body).toBeGreaterThan(50);
    const second = await send(request(`http://localhost:${server.port}/`));
    expect(second.timing).toMatchObject({ dns: 0, connect: 0, tls: 0 });
    expect(server.sockets).toHaveLength(1);
  });
});
