import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startProxy, startTarget } from '../../test/support/servers/recording.js';

describe('a proxy', () => {
  it('serves many clients at once, each with its own response', async () => {
    const { url: targetUrl } = await startTarget((incoming, response) => void incoming.pipe(response));
    const { url, list } = await startProxy(targetUrl);
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const send = (content: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const outgoing = request(url, { agent, method: 'POST' }, (response) => resolve(text(response)));
        outgoing.on('error', reject).end(content);
      });
    const contents = Array.from({ length: 500 }, (_, i) => `${i}`.repeat((i % 50) + 1));
    expect(await Promise.all(contents.map(send))).toEqual(contents);
    agent.destroy();
    const recordings = await list();
    expect(recordings).toHaveLength(500);
    expect(recordings.map(({ arrival }) => arrival)).toEqual(contents.map((_, i) => i + 1));
  });
});
