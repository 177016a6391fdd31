/** Templates in mock blocks, over the wire. */
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc } from '../support/program/live-svc.js';
import { sendRequest } from '../support/servers/running-server.js';
import { startTemplated } from './mock-templates-setup.js';

describe('a template of svc mock', () => {
  it('answers with what the request says', async () => {
    const svc = await startTemplated();
    const body = JSON.stringify({ item: 'a "big"\nnut', count: 3 });
    const post = await sendRequest(svc.origin, 'POST', '/orders/s%227?page=4', {
      body,
      headers: { 'X-User': 'Ada', 'Content-Type': 'application/json' },
    });
    expect(post.status).toBe(201);
    expect(post.headers.location).toBe('/orders/s"7?by=Ada');
    const { id, ...others } = JSON.parse(post.text) as { id: string };
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(others).toEqual({ item: 'a "big"\nnut', count: 3, page: 4, shop: 's"7' });
    const empty = await sendRequest(svc.origin, 'POST', '/orders/7');
    expect(JSON.parse(empty.text)).toMatchObject({ item: '', count: null, page: null, shop: 7 });
    expect((JSON.parse(empty.text) as { id: string }).id).not.toBe(id);
    expect(svc.stderr()).not.toContain('Warning');
  });

  it('refuses a response that a client blows up', async () => {
    const cwd = await temporaryWorkspace({
      'big.http': `# @mock.template\nPOST /big\n\n>>>mock\n200\nContent-Type: text/plain\n\n${'{{request.body}}'.repeat(40)}\n<<<\n`,
    });
    const svc = startSvc(['mock', '--port', '0', 'big.http'], { cwd, timeout: 60_000 });
    await svc.until(() => svc.stderr().includes('/big'));
    const origin = /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '';
    const { status, text } = await sendRequest(origin, 'POST', '/big', { body: 'x'.repeat(1024 * 1024) });
    expect([status, JSON.parse(text)]).toEqual([
      500,
      { error: 'Internal Server Error', message: 'the response of this template is longer than 16 MiB' },
    ]);
    expect((await sendRequest(origin, 'POST', '/big', { body: 'ab' })).text).toBe('ab'.repeat(40));
  });
});
