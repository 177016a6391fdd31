import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dedent } from '../support/dedent.js';
import { startSvc } from '../support/program/live-svc.js';
import { listening } from '../support/servers/raw-server.js';
import { startServer, type RunningServer } from '../support/servers/running-server.js';
import { newProfile, useBrowser } from './browser.js';

useBrowser();

const PAGE = await readFile(new URL('hostile-page.html', import.meta.url), 'utf8');
/** What a service worker would do with the address that it keeps. */
const WORKER = `self.addEventListener('fetch', (event) => event.respondWith(new Response('owned')));`;

const CONTENT = [
  ['/page', 'text/html; charset=utf-8', PAGE],
  ['/worker.js', 'text/javascript', WORKER],
] as const;

/** The same page out of a mock: a cloned repository may hold such a file. */
const MOCKED = CONTENT.map(([path, type, text]) => {
  return dedent`
    ### ${path}
    GET ${path}

    >>>mock
    200 OK
    Content-Type: ${type}
    Service-Worker-Allowed: /

    ${text}
    <<<
  `;
}).join('\n');

interface Target {
  readonly url: string;
  /** How often `run.http` was executed. */
  readonly executions: () => number;
}

/** The site behind the proxy: it shows the page, permits everything, and can send the browser on. */
async function startTarget(): Promise<Target> {
  let executions = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://target');
    const [, type, text] = CONTENT.find(([path]) => path === pathname) ?? [];
    request.resume();
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
    response.setHeader('Service-Worker-Allowed', '/');
    response.setHeader('Set-Cookie', 'from=target; Path=/');
    if (pathname === '/executed') executions += 1;
    if (pathname === '/redirect') response.writeHead(307, { Location: searchParams.get('to') ?? '' }).end();
    else if (text === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type }).end(text);
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${port}`, executions: () => executions };
}

interface Pages {
  readonly proxy: number;
  readonly mock: number;
}

/** What a page could do must fail in the worst case too: with everything that an operator can permit. */
async function startAttacked(args: readonly string[]): Promise<{ target: Target; server: RunningServer }> {
  const target = await startTarget();
  const files = {
    'run.http': `GET ${target.url}/executed\nAuthorization: Bearer very-secret\n`,
    'mocked.http': MOCKED,
  };
  return { target, server: await startServer({ files, web: true, args: ['--allow-shell', ...args] }) };
}

async function expectNothingGained(server: RunningServer, target: Target, pages: Pages): Promise<void> {
  const { root, origin, call, svc } = server;
  const profile = await newProfile();
  const before = await readdir(root);
  const attack = async ([shown, port]: readonly [string, number]): Promise<void> => {
    const page = await profile.newPage();
    await page.goto(`http://127.0.0.1:${port}/page?api=${encodeURIComponent(origin)}`);
    const gains = await page.evaluate('attacked');
    // Every listener would receive this event.
    expect((await call('PUT', '/environments/active', { json: { name: `seen-${shown}` } })).status).toBe(204);
    expect([shown, gains, await page.evaluate('gains')]).toEqual([shown, [], []]);
  };
  await Promise.all(Object.entries(pages).map(attack));
  expect(await readdir(root)).toEqual(before);
  expect(await readFile(join(root, 'run.http'), 'utf8')).toContain(`${target.url}/executed`);
  expect(target.executions()).toBe(0);
  // It was the server that refused, and not the browser: every kind of request has come to it.
  for (const [method, path] of REACHED) {
    const refused = new RegExp(`method=${method} path=/api/v1${path} status=(?:403|405|415) `);
    await expect.poll(() => svc.stderr()).toMatch(refused);
  }
  for (const path of ['files', 'execute', 'mock/stop', 'record/stop', 'record/export', 'stress/stop']) {
    expect(svc.stderr()).not.toMatch(new RegExp(`method=POST path=/api/v1/${path} status=2`));
  }
}

const REACHED = [
  ['POST', '/files'],
  ['POST', '/execute'],
  ['POST', '/mock/stop'],
  ['GET', '/workspace'],
  ['GET', '/ws'],
  ['OPTIONS', '/files/run\\.http'],
];

describe('a page of somebody else', () => {
  it('gets nothing from the server whose own proxy and mock show it', async () => {
    const { target, server } = await startAttacked([]);
    const { call, get } = server;
    const mock = await call('POST', '/mock/start', { json: { files: ['mocked.http'], port: 0 } });
    const proxy = await call('POST', '/record/start', { json: { targetUrl: target.url, port: 0 } });
    const [mockPort, proxyPort] = [mock, proxy].map(({ json }) => (json as { port: number }).port);
    await expectNothingGained(server, target, { proxy: proxyPort ?? 0, mock: mockPort ?? 0 });
    expect((await get('/mock/routes')).json).toMatchObject({ running: true });
    expect((await get('/record/status')).json).toMatchObject({ running: true });
  });

  it('gets nothing through the proxy and mock of other processes, where pages of this machine may ask', async () => {
    const { target, server } = await startAttacked(['--cors']);
    const { root, home } = server;
    const options = { cwd: root, env: { HOME: home }, timeout: 60_000 };
    const others = [
      startSvc(['record', '--target', target.url, '--port', '0'], options),
      startSvc(['mock', 'mocked.http', '--cors', '--port', '0'], options),
    ];
    const [proxy = 0, mock = 0] = await Promise.all(
      others.map(async (svc) => {
        const address = / on http:\/\/127\.0\.0\.1:(\d+)/;
        await svc.until(() => address.test(svc.stderr()));
        return Number(address.exec(svc.stderr())?.[1]);
      }),
    );
    await expectNothingGained(server, target, { proxy, mock });
    for (const svc of others) svc.send('SIGTERM');
    await Promise.all(others.map(({ ended }) => ended));
  });
});
