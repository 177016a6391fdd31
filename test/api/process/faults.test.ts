import { describe, expect, it } from 'vitest';
import { startBroken } from '../../support/servers/broken-server.js';

describe('a defect while a request is handled', () => {
  /** Fails for one path only. */
  const FAILING = `
    const { ServerResponse } = require('node:http');
    const { writeHead } = ServerResponse.prototype;
    let broken = 0;
    ServerResponse.prototype.writeHead = function (...args) {
      if (this.req.url.includes('/system/info') && broken++ % 2 === 0) throw new TypeError('secret detail');
      return writeHead.apply(this, args);
    };`;

  it('is an internal error for that request only', async () => {
    const { get, svc } = await startBroken(FAILING);
    for (let i = 0; i < 3; i += 1) {
      const { status, headers, json } = await get('/system/info');
      const id = String(headers['x-request-id']);
      const message = `internal error ${id}; see the server log`;
      expect([status, json]).toEqual([500, { error: 'Internal Server Error', message }]);
      await svc.until(() => svc.stderr().includes(`internal error ${id}: secret detail`));
      expect((await get('/health')).status).toBe(200);
    }
    svc.send('SIGTERM');
    expect((await svc.ended).code).toBe(0);
  });
});
