/** Templates in mock blocks, over the wire. */
import { describe, expect, it } from 'vitest';
import { sendRequest } from '../support/servers/running-server.js';
import { startTemplated } from './mock-templates-setup.js';

describe('a template of svc mock', () => {
  it('applies the content coding of the block to the filled text', async () => {
    const svc = await startTemplated();
    const response = await fetch(`${svc.origin}/zipped?name=${encodeURIComponent('<b>')}`);
    expect(await response.text()).toBe('<p>&lt;b&gt;</p>');
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  it('is every block with --template, and none without', async () => {
    const without = await startTemplated();
    expect((await sendRequest(without.origin, 'GET', '/plain/7?a=x')).text).toBe(
      '{"a": "{{request.query.a}} 7"}',
    );
    const svc = await startTemplated('--template');
    expect((await sendRequest(svc.origin, 'GET', '/plain/7?a=x')).text).toBe('{"a": "x 7"}');
  });
});
