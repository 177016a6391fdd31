import { createServer } from 'node:http';
import { readdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMock } from '../../src/library.js';
import type { Mock, MockOptions } from '../../src/programs/mock-types.js';
import { placedOrders } from '../support/mocks/placed-orders.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { listening } from '../support/servers/raw-server.js';
import { SHOP, start } from './mock-setup.js';

/** Another server that has got the port meanwhile does not know the order. */
async function isOpen({ url }: Mock): Promise<boolean> {
  return fetch(`${url}/orders/7`).then(
    async (response) => (await response.text()).replaceAll(/\s/g, '') === '{"id":7}',
    () => false,
  );
}

describe('createMock', () => {
  it('serves the routes of the files at a free port, and remembers requests', async () => {
    const received: string[] = [];
    const mock = await start({ onRequest: ({ name, status }) => received.push(`${name} ${status}`) });
    expect(mock.url).toBe(`http://127.0.0.1:${mock.port}`);
    expect(mock.routes).toEqual([
      {
        method: 'POST',
        path: '/login',
        name: 'login',
        status: 201,
        contentType: 'application/json',
        file: 'shop.http',
        line: 1,
      },
      {
        method: 'GET',
        path: '/orders/7',
        name: 'order',
        status: 200,
        contentType: 'application/json',
        file: 'shop.http',
        line: 9,
      },
    ]);
    const login = await fetch(`${mock.url}/login`, { method: 'POST' });
    expect([login.status, await login.json()]).toEqual([201, { token: 't-1' }]);
    expect(mock.unused()).toEqual([mock.routes[1]]);
    expect(await (await fetch(`${mock.url}/orders/7?x=1`)).json()).toEqual({ id: 7 });
    await (await fetch(`${mock.url}/nothing`)).text();
    const requests = mock.requests();
    expect(requests.map(({ method, path, status, name }) => [method, path, status, name])).toEqual([
      ['POST', '/login', 201, 'login'],
      ['GET', '/orders/7', 200, 'order'],
      ['GET', '/nothing', 404, ''],
    ]);
    expect(new Date(requests[0]?.at ?? '').toISOString()).toBe(requests[0]?.at);
    expect(received).toEqual(['login 201', 'order 200', ' 404']);
  });

  it('is closed by close, as often as it is called, and as a resource', async () => {
    const closed = await start();
    await Promise.all([closed.close(), closed.close()]);
    expect(await isOpen(closed)).toBe(false);
    const disposed = await start();
    await disposed[Symbol.asyncDispose]();
    expect(await isOpen(disposed)).toBe(false);
  });

  it('is closed by its signal, and does not start after it', async () => {
    const stop = new AbortController();
    const mock = await start({ signal: stop.signal });
    expect(await isOpen(mock)).toBe(true);
    stop.abort();
    await expect.poll(() => isOpen(mock)).toBe(false);
    await mock.close();
    await expect(start({ signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });

  it('still responds when its listener throws, and says so at the end', async () => {
    const fault = new Error('a mistake of the program');
    const mock = await start({
      onRequest: () => {
        throw fault;
      },
    });
    for (let count = 0; count < 2; count += 1) expect((await fetch(`${mock.url}/orders/7`)).status).toBe(200);
    await expect(mock.close()).rejects.toBe(fault);
    expect(await isOpen(mock)).toBe(false);
  });

  it('delays, and takes its settings from the workspace', async () => {
    const cwd = await temporaryWorkspace({
      'shop.http': SHOP,
      'service.yaml':
        'environments: { dev: { shop: "http://a.test", token: file }, qa: { shop: "http://b.test", token: qa } }\n',
      'other.env': 'shop=http://c.test\ntoken=dotenv\n',
    });
    const tokenOf = async (options: MockOptions): Promise<unknown> => {
      const mock = await createMock(['shop.http'], { cwd, env: {}, delay: 5, ...options });
      const body = (await (await fetch(`${mock.url}/login`, { method: 'POST' })).json()) as { token: string };
      await mock.close();
      return body.token;
    };
    expect(await tokenOf({})).toBe('file');
    expect(await tokenOf({ environment: 'qa' })).toBe('qa');
    expect(await tokenOf({ config: false, envFile: 'other.env' })).toBe('dotenv');
    expect(await tokenOf({ config: false, env: { shop: 'http://d.test', token: 'process' } })).toBe(
      'process',
    );
  });

  it('keeps what clients send when it is stateful, until it is reset', async () => {
    const text = placedOrders('{{shop}}');
    const cwd = await temporaryWorkspace({ 'shop.http': text });
    const mock = await start({ cwd, stateful: true });
    const place = async (): Promise<unknown> =>
      (await fetch(`${mock.url}/orders`, { method: 'POST', body: '{"item": 7}' })).json();
    expect([await place(), await place()]).toMatchObject([{ id: 1 }, { id: 2 }]);
    const read = (): Promise<Response> => fetch(`${mock.url}/orders/2`);
    expect(await (await read()).json()).toEqual({ id: 2, item: 7 });
    mock.reset();
    expect((await read()).status).toBe(404);
    expect(await place()).toMatchObject({ id: 1 });
    const other = await start({ cwd });
    expect((await fetch(`${other.url}/orders/2`)).status).toBe(200);
  });

  it('compares what requests carry, and fills templates, where it is told to', async () => {
    const text =
      '### echo\nGET {{shop}}/echo\n? kind = short\n\n>>>mock\n200\n\n<{{request.query.text}}>\n<<<\n';
    const cwd = await temporaryWorkspace({ 'shop.http': text });
    const get = async ({ url }: Mock, query: string): Promise<[number, string]> => {
      const response = await fetch(`${url}/echo?${query}`);
      return [response.status, (await response.text()).trim().slice(0, 30)];
    };
    const plain = await start({ cwd });
    expect(await get(plain, 'kind=long&text=hi')).toEqual([200, '<{{request.query.text}}>']);
    const mock = await start({ cwd, strictMatch: true, template: true });
    expect(await get(mock, 'kind=short&text=hi')).toEqual([200, '<hi>']);
    expect((await get(mock, 'kind=long&text=hi'))[0]).toBe(404);
  });

  it('marks its port for the servers of the same user, and nothing stays', async () => {
    const home = await temporaryWorkspace();
    const mock = await start({ env: { HOME: home } });
    expect((await readdir(`${home}/.svc/run`)).map((name) => name.split('-')[0])).toEqual([
      String(mock.port),
    ]);
    await mock.close();
    expect(await readdir(`${home}/.svc/run`)).toEqual([]);
  });
});

describe('createMock refuses', () => {
  it.each<[string, MockOptions, string, string]>([
    [
      'an unknown option',
      { prt: 1 } as MockOptions,
      'usage',
      'createMock has no option "prt"; did you mean port',
    ],
    [
      'a bad port',
      { port: 70_000 },
      'usage',
      'the option port of createMock must be a whole number from 0 to 65535',
    ],
    [
      'a bad delay',
      { delay: -1 },
      'usage',
      'the option delay of createMock must be milliseconds from 0 to 3600000',
    ],
    ['a bad seed', { seed: 1.5 }, 'usage', 'the option seed of createMock must be a whole number'],
    ['settings', { settings: {} } as MockOptions, 'usage', 'createMock has no option "settings"'],
    ['a missing config', { config: 'no.yaml' }, 'input', 'config file no.yaml does not exist'],
    [
      'a host that is not here',
      { host: '192.0.2.1' },
      'input',
      'port 0 cannot be used: this machine does not have that address',
    ],
  ])('%s', async (_what, options, kind, message) => {
    await expect(start(options)).rejects.toMatchObject({
      kind,
      message: expect.stringContaining(message) as string,
    });
  });

  it('a port that is taken, and files that are missing, broken or without routes', async () => {
    const server = createServer();
    const port = await listening(server);
    onTestFinished(() => void server.close());
    await expect(start({ port })).rejects.toMatchObject({
      kind: 'conflict',
      message: `port ${port} is already in use`,
    });
    const cwd = await temporaryWorkspace({ 'broken.http': 'GTE nowhere\n', 'empty.http': '@a = 1\n' });
    await expect(createMock(['nothing.http'], { cwd })).rejects.toMatchObject({ kind: 'request-file' });
    await expect(createMock(['broken.http'], { cwd })).rejects.toMatchObject({ kind: 'request-file' });
    await expect(createMock(['empty.http'], { cwd })).rejects.toMatchObject({ kind: 'usage' });
    await expect(createMock([], { cwd })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('responses that fail their own assertions, when it is strict', async () => {
    const cwd = await temporaryWorkspace({
      'a.http': 'GET http://a.test/x\n\n>>>\nexpect body.id == 8\n<<<\n>>>mock\n{"id": 7}\n<<<\n',
    });
    const env = { HOME: cwd };
    await expect(createMock(['a.http'], { cwd, env, strict: true })).rejects.toMatchObject({
      kind: 'request-file',
    });
    const mock = await createMock(['a.http'], { cwd, env });
    expect(mock.warnings).toEqual([expect.stringContaining('a.http:4')]);
    await mock.close();
  });
});
