import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mock, MockOptions } from '../../src/programs/mock-types.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startTarget } from '../support/servers/recording.js';
import { mockOf } from './mock-record-setup.js';

async function get({ url }: Mock, path: string): Promise<string> {
  return (await fetch(url + path)).text();
}

const OWN = { 'own.http': 'GET /own\n\n>>>mock\nown\n<<<\n' };

describe('createMock with proxy', () => {
  it('passes on what no route matches', async () => {
    const target = await startTarget((request, response) => response.end(`${request.url} there`));
    const mock = await mockOf(['own.http'], {
      cwd: await temporaryWorkspace(OWN),
      proxy: `${target.url}/v2`,
    });
    expect([await get(mock, '/own'), await get(mock, '/other')]).toEqual(['own', '/v2/other there']);
    expect(mock.requests()).toMatchObject([{ path: '/own' }, { path: '/other', name: '', proxied: true }]);
    expect(mock.requests()[0]).not.toHaveProperty('proxied');
  });

  it('adds to a recording, tells what it leaves out, and has the file when its signal has ended it', async () => {
    const target = await startTarget(({ url }, response) =>
      response.end(url === '/large' ? 'x'.repeat(2_000_000) : `at ${url}`),
    );
    const cwd = await temporaryWorkspace();
    const record = 'recorded.http';
    const first = await mockOf([], { cwd, proxy: target.url, record });
    await get(first, '/a');
    await first.close();
    const stop = new AbortController();
    const second = await mockOf([], { cwd, proxy: target.url, record, signal: stop.signal });
    expect(second.routes.map(({ path }) => path)).toEqual(['/a']);
    for (const path of ['/a', '/b', '/large']) await get(second, path);
    stop.abort();
    await second.close();
    expect(second.warnings).toEqual([expect.stringContaining('GET /large is not recorded: ')]);
    const text = await readFile(join(cwd, record), 'utf8');
    expect(text.match(/^GET .*$/gm)).toEqual(['GET {{baseUrl}}/a', 'GET {{baseUrl}}/b']);
  });

  it.each<[MockOptions, string, string]>([
    [{ record: 'r.http' }, 'usage', 'the option record needs the option proxy'],
    [{ proxy: 'localhost:1' }, 'usage', 'the option proxy must be an http or https URL'],
    [{ proxy: 'http://ada:hunter22@a.test' }, 'usage', 'the option proxy must be an http or https URL'],
    [{ proxy: 7 } as unknown as MockOptions, 'usage', 'the option proxy of createMock must be a URL'],
    [{ proxy: 'http://a.test', record: '' }, 'usage', 'the option record of createMock must be a path'],
    [{ proxy: 'http://a.test', record: 'r.txt' }, 'usage', 'the option record must name a request file'],
    [{ proxy: 'http://a.test', record: 'own.http' }, 'input', 'own.http exists already and is no recording'],
  ])('refuses %j', async (options, kind, message) => {
    const cwd = await temporaryWorkspace(OWN);
    const refused = expect(mockOf(['own.http'], { cwd, ...options })).rejects;
    await refused.toMatchObject({ kind, message: expect.stringContaining(message) as string });
  });

  it('refuses itself, and says when the file cannot be completed', async () => {
    const cwd = await temporaryWorkspace(OWN);
    const other = await mockOf(['own.http'], { cwd });
    const { port } = other;
    await other.close();
    await expect(mockOf(['own.http'], { cwd, port, proxy: `http://localhost:${port}` })).rejects.toThrow(
      'the option proxy must not be this mock server',
    );
    const target = await startTarget((_, response) => response.end('there'));
    const mock = await mockOf([], { cwd, proxy: target.url, record: 'out/r.http' });
    await rm(join(cwd, 'out'), { recursive: true });
    await writeFile(join(cwd, 'out'), 'in the way');
    await get(mock, '/a');
    await expect(mock.close()).rejects.toMatchObject({ kind: 'output' });
  });
});
