import { createServer } from 'node:http';
import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { deadUrl } from '../support/servers/dead-url.js';
import { listening } from '../support/servers/raw-server.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { type RunOptions, type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

let base = '';

beforeAll(async () => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      if (pathname === '/loop') response.writeHead(302, { Location: '/loop' }).end();
      else if (pathname === '/missing')
        response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>No such lamp');
      else if (pathname === '/bytes')
        response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from([0, 255, 10]));
      else if (pathname !== '/never') {
        const { method, url, headers } = request;
        const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=1' })
          .end(JSON.stringify(seen));
      }
    });
  });
  base = `http://127.0.0.1:${await listening(server)}`;
  return () => {
    server.closeAllConnections();
    server.close();
  };
});

async function fetchIt(args: readonly string[], more: Partial<RunOptions> = {}): Promise<RunOutcome> {
  const cwd = more.cwd ?? (await temporaryWorkspace());
  return runInProcess(['fetch', ...args], { ...more, cwd });
}

function seen({ stdout }: RunOutcome): Record<string, unknown> {
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('svc fetch of a URL', () => {
  it('sends method, headers and body', async () => {
    const outcome = await fetchIt([`${base}/a`, '-H', 'X-Own: 1', '-d', 'lamp']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(seen(outcome)).toMatchObject({ method: 'POST', body: 'lamp', headers: { 'x-own': '1' } });
    expect(seen(outcome)['headers']).not.toHaveProperty('content-type');
    const put = await fetchIt([`${base}/a`, '-X', 'put', '-d', '@-'], { input: 'from stdin' });
    expect(seen(put)).toMatchObject({ method: 'PUT', body: 'from stdin' });
    const cwd = await temporaryWorkspace({ 'body.txt': 'from file\n' });
    expect(seen(await fetchIt([`${base}/a`, '-d', '@body.txt'], { cwd }))).toMatchObject({
      body: 'from file\n',
    });
  });

  it('prints bytes, text, Markdown and the envelope', async () => {
    const cwd = await temporaryWorkspace();
    await fetchIt([`${base}/bytes`, '-o', 'new/folder/out.png'], { cwd });
    expect([...(await readFile(join(cwd, 'new/folder/out.png')))]).toEqual([0, 255, 10]);
    expect((await stat(join(cwd, 'new/folder/out.png'))).mode & 0o777).toBe(0o600);
    const missing = `${base}/missing?key=secret`;
    expect(await fetchIt([missing, '--format', 'text'])).toMatchObject({ code: 0, stdout: 'No such lamp\n' });
    expect((await fetchIt([missing, '--format', 'markdown'])).stdout).toContain('- Status: `404 Not Found`');
    const envelope = await fetchIt([`${base}/a?key=secret`, '--format', 'json']);
    expect(seen(envelope)).toMatchObject({
      source: `${base}/a`,
      status_code: 200,
      redirects: 0,
      body_encoding: 'utf-8',
    });
    expect(seen(envelope)['headers']).toMatchObject({ 'Set-Cookie': ['[REDACTED]'] });
  });

  it.each([
    [['/missing', '-f'], 1, ''],
    [['/loop'], 1, 'more than 10 redirects'],
    [['/a', '--max-body-bytes', '5'], 1, 'larger than 5 bytes'],
    [['/never', '--timeout', '200ms'], 1, 'no complete response'],
    [['/bytes', '--format', 'text'], 1, 'image/png is binary; use format raw'],
    [['/a', '--name', 'x'], 64, '--name cannot be given with a URL'],
    [['/a', '-H', 'Host: x'], 64, 'Host is set by the client'],
    [['/a', '-H', 'no colon'], 64, '--header: write it as "name: value"'],
    [['/a', '-X', 'TRACE'], 64, 'TRACE is not sent'],
    [['/a', '-d', '@gone'], 3, 'cannot read gone'],
  ])('%j ends with %i', async ([path = '', ...args], code, words) => {
    const outcome = await fetchIt([`${base}${path}`, ...args]);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
  });

  it('tells failures of the network and bad URLs apart', async () => {
    expect((await fetchIt([await deadUrl()])).code).toBe(4);
    expect((await fetchIt(['ftp://a.example/'])).code).toBe(64);
    expect((await fetchIt(['http://u:p@127.0.0.1/'])).code).toBe(64);
  });

  it('leaves files alone that are there', async () => {
    const cwd = await temporaryWorkspace({ 'kept.txt': 'kept' });
    await symlink('kept.txt', join(cwd, 'link.txt'));
    for (const name of ['kept.txt', 'link.txt']) {
      expect(await fetchIt([`${base}/a`, '-o', name], { cwd })).toMatchObject({ code: 3, stdout: '' });
    }
    expect((await fetchIt([`${base}/a`, '-o', 'link.txt', '--force'], { cwd })).code).toBe(3);
    expect(await readFile(join(cwd, 'kept.txt'), 'utf8')).toBe('kept');
    expect((await fetchIt([`${base}/a`, '-o', 'kept.txt', '--force'], { cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'kept.txt'), 'utf8')).toContain('"method"');
  });
});

describe('svc fetch of a saved request', () => {
  const FILE = [
    '@who = Ada',
    '',
    '### one',
    'GET {{baseUrl}}/{{who}}',
    '',
    '>>>',
    'expect status == 500',
    '<<<',
    '',
    '### two',
    '# @depends one',
    'GET {{baseUrl}}/two',
    '',
    '### three',
    'GET {{baseUrl}}/{{nothing}}',
    '',
  ].join('\n');

  it('sends one, checks no assertion and stores nothing', async () => {
    const cwd = await temporaryWorkspace({ 'a.http': FILE, 'my.env': `baseUrl=${base}\n` });
    const outcome = await fetchIt(['a.http', '-n', 'one', '--env-file', 'my.env'], { cwd });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(seen(outcome)).toMatchObject({ method: 'GET', url: '/Ada' });
  });

  it.each([
    [['a.http'], 64, 'a.http holds 3 requests; pass --name or --index'],
    [['a.http', '-n', 'nothing'], 64, 'no request in a.http matches --name nothing\n'],
    [['a.http', '-n', 'One'], 64, 'no request in a.http matches --name One; did you mean --name one?\n'],
    [['a.http', '-n', 'one', '--index', '1'], 64, 'exclude each other'],
    [['a.http', '-n', 'one', '-X', 'PUT'], 64, '--request cannot be given with a request file'],
    [['a.http', '-n', 'two'], 2, 'declares @depends; run it with svc run -n'],
    [['a.http', '--index', '3'], 2, 'has no value'],
    [['gone.http'], 2, 'gone.http does not exist'],
    [['bad.http'], 2, 'bad.http:1:1'],
    [['.'], 2, 'is a directory'],
  ])('%j ends with %i', async (args, code, words) => {
    const cwd = await temporaryWorkspace({ 'a.http': FILE, 'bad.http': 'GTE http://a.example/\n' });
    const outcome = await fetchIt(args, { cwd, env: { SVC_VARIABLE_baseUrl: base } });
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(words);
  });
});
