import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startProxy, startTarget } from '../../test/support/servers/recording.js';
import { MEGABYTE } from '../../test/support/unit/streams-setup.js';

describe('long bodies', () => {
  it('flow both ways in little memory', async () => {
    const { url: targetUrl } = await startTarget((incoming, response) => void incoming.pipe(response));
    const { url, list } = await startProxy(targetUrl);
    const outgoing = request(url, { method: 'POST', agent: false });
    let received = 0;
    let most = 0;
    const ended = once(outgoing, 'response').then(async ([response]) => {
      for await (const chunk of response as IncomingMessage) received += (chunk as Buffer).length;
    });
    // Of this thread: other tests run in the same process.
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 100; i += 1) {
      if (!outgoing.write(MEGABYTE)) await once(outgoing, 'drain');
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    outgoing.end();
    await ended;
    expect(received).toBe(100 * MEGABYTE.length);
    expect(most).toBeLessThan(80 * MEGABYTE.length);
    const [recording] = await list();
    expect(recording?.request.body).toMatchObject({ truncated: true, text: null, size: received });
    expect(recording?.response.body).toMatchObject({ truncated: true, text: null, size: received });
  });
});

describe('stopping', () => {
  it('lets open exchanges end, and cuts those that do not', async () => {
    let finish = (): void => undefined;
    const { url: targetUrl } = await startTarget((incoming, response) => {
      response.write('started');
      if (incoming.url === '/ends') finish = () => void response.end('.');
    });
    const { url, proxy } = await startProxy(targetUrl);
    const [ends, never] = await Promise.all([fetch(`${url}/ends`), fetch(`${url}/never`)]);
    const stopped = proxy.stop(5000);
    finish();
    expect(await ends.text()).toBe('started.');
    await expect(never.text()).rejects.toThrow();
    await stopped;
    await expect(fetch(url)).rejects.toThrow();
  });
});
