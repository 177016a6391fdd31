import { describe, expect, it } from 'vitest';
import { PASSWORD, startDepot } from '../support/servers/depot.js';
import { readPages } from '../support/files/markdown.js';
import { sendRequest, startServerProcess } from '../support/servers/running-server.js';

const page = (await readPages()).find(({ path }) => path === 'docs/recording.md');

describe('docs/recording.md', () => {
  it('shows what such a flow is exported as', async () => {
    const depot = await startDepot();
    const { call } = await startServerProcess();
    const started = await call('POST', '/record/start', { json: { targetUrl: depot.url, port: 0 } });
    const proxy = `http://127.0.0.1:${(started.json as { port: number }).port}`;
    const accept = { Accept: '*/*' };
    const type = { 'Content-Type': 'application/json' };
    const login = await sendRequest(proxy, 'POST', '/login', {
      body: JSON.stringify({ user: 'ada', password: PASSWORD }),
      headers: { ...accept, ...type },
    });
    const { token } = login.json as { token: string };
    const authorization = { Authorization: `Bearer ${token}` };
    const created = await sendRequest(proxy, 'POST', '/crates', {
      body: '{"label":"blue"}',
      headers: { ...accept, ...authorization, ...type },
    });
    const { id } = created.json as { id: number };
    await sendRequest(proxy, 'GET', `/crates/${id}`, { headers: { ...accept, ...authorization } });
    const { content } = (await call('POST', '/record/export')).json as { content: string };
    const shown = page?.examples.find(({ notes }) => notes.has('recorded'))?.text;
    expect(content.replaceAll(`127.0.0.1:${depot.port}`, '127.0.0.1:9000')).toBe(shown);
  });
});
