import { describe, expect, it } from 'vitest';
import { loopback } from '../../support/runs/run-requests.js';
import { seededBytes } from '../../support/seeded-bytes.js';
import { startServer } from '../../support/servers/running-server.js';

const BYTES = seededBytes('bodies')(200_000);
const LATIN = Buffer.from('caf\u00e9 \u00a3', 'latin1');
const MARKED = Buffer.from('\ufeff{"a": 1}');
/** Longer than the text that results hold. */
const LONG = Buffer.from(`${'0123456789abcde\n'.repeat(700_000)}\u00e9`);
const BODIES: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  '/binary': ['application/octet-stream', BYTES],
  '/latin': ['text/plain; charset=iso-8859-1', LATIN],
  '/marked': ['application/json', MARKED],
  '/plain': ['text/html', Buffer.from('<script>x</script> \u20ac')],
  '/image': ['image/png', BYTES.subarray(0, 5000)],
  '/long': ['text/plain', LONG],
  '/empty': ['text/plain', Buffer.alloc(0)],
};

describe('GET /results/body', () => {
  it('returns the exact bytes of the newest response, whatever its type', async () => {
    let round = 0;
    const { url } = await loopback((request, response) => {
      const [type, bytes] = BODIES[request.path] ?? ['', Buffer.alloc(0)];
      response.writeHead(200, { 'Content-Type': type });
      response.end(round === 0 ? bytes : Buffer.from('newer'));
      return undefined;
    });
    const requests = Object.keys(BODIES).map((path) => `### ${path.slice(1)}\nGET ${url}${path}\n`);
    const server = await startServer({ files: { 'a.http': requests.join('\n') } });
    const body = (name: string): Promise<Response> =>
      fetch(`${server.origin}/api/v1/results/body?file=a.http&name=${name}`);
    await server.call('POST', '/execute', { json: { file: 'a.http', results: 'summary' } });
    for (const [path, [, bytes]] of Object.entries(BODIES)) {
      const response = await body(path.slice(1));
      expect([path, response.status, response.headers.get('Content-Type')]).toEqual([
        path,
        200,
        'application/octet-stream',
      ]);
      expect(response.headers.get('Content-Disposition')).toBe('attachment');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes), path).toBe(true);
    }

    round = 1;
    await server.call('POST', '/execute', { json: { file: 'a.http', requestName: 'binary' } });
    expect(await (await body('binary')).text()).toBe('newer');
    expect((await (await body('long')).arrayBuffer()).byteLength).toBe(LONG.length);

    await server.call('DELETE', '/files/a.http');
    await expect.poll(async () => (await body('long')).status).toBe(404);
  });
});
