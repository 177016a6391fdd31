import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startServer, type RunningServer, type ServerSetup } from '../../support/servers/running-server.js';
import { type Result } from './execute-settings-setup.js';

async function execute(server: RunningServer, json: object = { file: 'a.http' }): Promise<Result> {
  const response = await server.call('POST', '/execute', { json });
  expect(response.status, response.text).toBe(200);
  const [result] = (response.json as { results: Result[] }).results;
  if (result === undefined) throw new Error('no result');
  return result;
}

async function executeOnce(text: string, config = '', setup: ServerSetup = {}): Promise<Result> {
  const files = { 'a.http': text, ...(config !== '' && { 'service.yaml': config }), ...setup.files };
  return execute(await startServer({ ...setup, files }));
}

describe('an execution', () => {
  it('uses the settings of the config, unless the request has its own', async () => {
    let release = (): void => undefined;
    const { url, seen } = await loopback(async ({ path, headers }) => {
      if (path === '/slow') return undefined;
      if (path === '/patient') await new Promise<void>((resolve) => (release = resolve));
      if (path === '/to') return { status: 302, headers: { location: '/end' } };
      return { json: headers };
    });
    const config = dedent`
      timeout: 5000
      followRedirects: false
      headers:
        X-One: config
        X-Two: config
    `;
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### slow
          GET ${url}/slow
          ### patient
          # @timeout 2m
          GET ${url}/patient
          ### to
          GET ${url}/to
          ### own
          GET ${url}/
          x-two: own
        `,
        'service.yaml': config,
      },
    });
    const named = (requestName: string): Promise<Result> => execute(server, { file: 'a.http', requestName });
    const patient = named('patient');
    await expect.poll(() => seen).toEqual(['GET /patient']);
    expect(await named('slow')).toMatchObject({ passed: false, errorKind: 'timeout' });
    // It has waited for longer than the config allows.
    release();
    expect(await patient).toMatchObject({ passed: true });
    expect(await named('to')).toMatchObject({ response: { statusCode: 302, status: '302 Found' } });
    expect(JSON.parse(String((await named('own')).response['body']))).toMatchObject({
      'x-one': 'config',
      'x-two': 'own',
    });
  });

  it('follows ten redirects by default; one more is an error', async () => {
    const { url } = await loopback(({ path }) => {
      const left = Number(path.slice(1));
      return left === 0 ? { text: 'end' } : { status: 302, headers: { location: `/${left - 1}` } };
    });
    const server = await startServer({
      files: { 'a.http': `GET ${url}/10\n`, 'b.http': `GET ${url}/11\n` },
    });
    expect(await execute(server)).toMatchObject({
      passed: true,
      response: { finalUrl: `${url}/0`, body: 'end' },
      request: { url: `${url}/10` },
    });
    expect(await execute(server, { file: 'b.http' })).toMatchObject({
      errorKind: 'redirects',
      passed: false,
    });
  });

  it('retries as the config says, and reports the last attempt once', async () => {
    let count = 0;
    const { url } = await loopback(() => (++count < 3 ? 500 : 200));
    const result = await executeOnce(
      `GET ${url}\n`,
      dedent`
        retries: 5
        retryDelay: 1
      `,
    );
    expect(result).toMatchObject({ passed: true, attempts: 3, response: { statusCode: 200 } });
  });

  it('uses a changed config from the next execution on', async () => {
    let release = (): void => undefined;
    const { url, requests } = await loopback(async ({ path }) => {
      if (path === '/wait') await new Promise<void>((resolve) => (release = resolve));
      return 200;
    });
    const server = await startServer({
      files: {
        'a.http': dedent`
          ### wait
          GET ${url}/wait
          ### then
          GET ${url}/then
        `,
        'service.yaml': dedent`
          headers:
            X-Version: "1"
        `,
      },
    });
    const running = execute(server);
    await expect.poll(() => requests.length).toBe(1);
    await writeFile(
      join(server.root, 'service.yaml'),
      dedent`
        headers:
          X-Version: "2 "
      `,
    );
    release();
    await running;
    await execute(server, { file: 'a.http', requestName: 'then' });
    expect(requests.map(({ headers }) => headers['x-version'])).toEqual(['1', '1', '2']);
  });

  it('names the variable without a value, and an environment that is not defined', async () => {
    const server = await startServer({
      files: {
        'a.http': dedent`
          @rackID = 1

          ### a
          GET http://127.0.0.1:9/{{rackId}}
        `,
        'service.yaml': dedent`
          environments:
            dev:
              a: 1
        `,
      },
    });
    expect(await execute(server, { file: 'a.http', environment: 'qa' })).toMatchObject({
      error: 'variable "rackId" has no value (environment "qa" is not defined); near names: rackID',
      errorKind: 'variable',
      attempts: 0,
    });
    expect((await execute(server)).error).toBe('variable "rackId" has no value; near names: rackID');
    await server.call('PUT', '/environments/active', { json: { name: 'staging' } });
    expect((await execute(server)).error).toContain('(environment "staging" is not defined)');
  });

  it('runs no shell and no database unless the operator allows it', async () => {
    const { url, seen } = await loopback();
    const shell = dedent`
      GET ${url}

      >>>shell
      echo hello
      <<<
    `;
    const refused = await executeOnce(shell);
    expect(refused).toMatchObject({
      errorKind: 'shell',
      error: 'shell blocks are off; start the server with --allow-shell',
    });
    const hook = await executeOnce(dedent`
      ### a
      # @before echo hello
      GET ${url}
    `);
    expect(hook).toMatchObject({
      errorKind: 'hook',
      error: 'hooks are off; start the server with --allow-shell',
    });
    const database = await executeOnce(
      dedent`
        ### a
        # @db sqlite:./x.db
        GET ${url}

        >>>db
        query select 1 as a
        expect a 1
        <<<
      `,
    );
    expect([database.errorKind, database.error]).toEqual([
      'db',
      expect.stringContaining('start the server with --allow-db'),
    ]);
    expect(seen).toEqual([]);
    const allowed = await executeOnce(shell, '', { args: ['--allow-shell'] });
    expect(allowed).toMatchObject({ passed: true, shell: [{ exitCode: 0, output: 'hello\n' }] });
  });

  it('refuses bodies above the limit of the config, and decodes text by its charset', async () => {
    const { url } = await loopback(({ path }, response) => {
      if (path === '/large') return { text: 'x'.repeat(2000) };
      response
        .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
        .end(Buffer.from([0xe9, 0xff]));
      return undefined;
    });
    expect(await executeOnce(`GET ${url}/large\n`, 'maxBodyBytes: 1000\n')).toMatchObject({
      errorKind: 'bodyLimit',
    });
    expect(await executeOnce(`GET ${url}/text\n`)).toMatchObject({ response: { body: 'éÿ', size: 2 } });
  });

  it('shows at most 10 MiB of a response body and 64 KiB of a request body', async () => {
    const { url } = await loopback(() => ({ text: 'y'.repeat(10 * 1024 * 1024 + 10) }));
    const sent = 'z'.repeat(70_000);
    const { response, request } = await executeOnce(dedent`
      POST ${url}

      ${sent}
    `);
    expect(response).toMatchObject({ bodyTruncated: true, size: 10 * 1024 * 1024 + 10 });
    expect(String(response['body'])).toHaveLength(10 * 1024 * 1024);
    expect((request as unknown as { body: string }).body).toHaveLength(65_536);
  });
});
