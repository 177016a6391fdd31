import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { dedent } from '../../../test/support/dedent.js';
import {
  countingServer,
  editorListeners,
  editorRequest,
  orderServer,
  runIn,
  type CountingServer,
} from '../../../test/support/runs/editor-run.js';
import { createRunCommands } from './create-run-commands.js';
import { runFindings } from './run-findings.js';

describe('a run by command', () => {
  it('has the result that clients expect, with the place of the failed assertion', async () => {
    const { url } = await orderServer();
    const text = dedent`
      ### login
      GET ${url}/login

      ### readOrder
      # @depends login
      GET ${url}/orders/9

      >>>
      expect status 200
      expect body.total == 42.5
      <<<
    `;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const seen = editorListeners();
    const result = await createRunCommands().run(
      editorRequest(folder, { line: 4, environment: 'dev' }),
      seen,
    );
    const uri = pathToFileURL(join(folder, 'orders.http')).href;
    const message = 'body.total equals: expected 42.5, got 40';
    const response = { statusCode: 200, status: '200 OK', size: 19 };
    const login = { uri, name: 'login', line: 1, status: 'passed', attempts: 1, response, failures: [] };
    const readOrder = {
      ...login,
      name: 'readOrder',
      line: 4,
      status: 'failed',
      message,
      failures: [{ line: 10, message, expected: '42.5', actual: '40' }],
    };
    const durationMs = expect.any(Number) as number;
    expect(result).toEqual({
      run: 'r1',
      verdict: 'failed',
      passed: 1,
      failed: 1,
      skipped: 0,
      durationMs,
      environment: 'dev',
      tests: [
        { ...login, durationMs },
        { ...readOrder, durationMs },
      ],
    });
    expect(seen.events).toEqual([
      {
        event: { run: 'r1', event: 'started', test: { uri, name: 'login', line: 1 } },
        progress: { done: 0, total: 2 },
      },
      {
        event: { run: 'r1', event: 'finished', test: { ...login, durationMs } },
        progress: { done: 1, total: 2 },
      },
      {
        event: { run: 'r1', event: 'started', test: { uri, name: 'readOrder', line: 4 } },
        progress: { done: 1, total: 2 },
      },
      {
        event: { run: 'r1', event: 'finished', test: { ...readOrder, durationMs } },
        progress: { done: 2, total: 2 },
      },
    ]);
    expect(runFindings(result)).toEqual(
      new Map([[uri, [{ line: 10, message, source: 'svc run', severity: 'error' }]]]),
    );
  });

  it('sends the text of the editor, exactly once, and nothing of the file on the disk', async () => {
    const { url, hits } = await orderServer();
    const folder = await temporaryWorkspace({ 'orders.http': `### a\nGET ${url}/saved\n` });
    const result = await runIn(folder, { line: 1, open: { 'orders.http': `### a\nGET ${url}/unsaved\n` } });
    expect(hits).toEqual(['GET /unsaved']);
    expect(result.verdict).toBe('passed');
  });

  it('uses open texts of dependencies and of the config, and the disk for others', async () => {
    const { url, hits } = await orderServer();
    const folder = await temporaryWorkspace({
      'service.yaml': 'environments:\n  dev:\n    path: saved\n',
      'auth.http': `### login\nGET ${url}/login-saved\n`,
      'deep/other.http': `### other\nGET ${url}/other-saved\n`,
      'orders.http': '',
    });
    const orders = dedent`
      ### readOrder
      # @depends ./auth.http#login
      # @depends ./deep/other.http#other
      # @depends ./new.http#fresh
      GET ${url}/{{path}}
    `;
    const result = await runIn(folder, {
      open: {
        'orders.http': orders,
        'auth.http': `### x\n\n### login\nGET ${url}/login-unsaved\n`,
        'new.http': `### fresh\nGET ${url}/fresh\n`,
        'service.yaml': 'environments:\n  dev:\n    path: unsaved\n',
      },
    });
    expect(hits).toEqual(['GET /login-unsaved', 'GET /other-saved', 'GET /fresh', 'GET /unsaved']);
    const place = (name: string): string => pathToFileURL(join(folder, name)).href;
    expect(result.tests.map(({ uri, line }) => ({ uri, line }))).toEqual([
      { uri: place('auth.http'), line: 3 },
      { uri: place('deep/other.http'), line: 1 },
      { uri: place('new.http'), line: 1 },
      { uri: place('orders.http'), line: 1 },
    ]);
  });

  it('finds the request by its line, whatever others are called', async () => {
    const { url, hits } = await orderServer();
    const text = `### same\nGET ${url}/1\n\n### \nGET ${url}/2\n\n### \nGET ${url}/2\n\n>>>\nexpect status 404\n<<<\n`;
    const folder = await temporaryWorkspace({ 'orders.http': text });
    const { tests, failed } = await runIn(folder, { line: 7 });
    expect(hits).toEqual(['GET /2']);
    expect([tests.length, failed, tests[0]?.name, tests[0]?.line]).toEqual([1, 1, `GET ${url}/2`, 7]);
    await expect(runIn(folder, { line: 8 })).rejects.toThrow(
      `no request of orders.http has line 8; the nearest is GET ${url}/2 on line 7`,
    );
  });
});

describe('an unsaved document', () => {
  it('is run in the folder', async () => {
    const { url, hits } = await orderServer();
    const folder = await temporaryWorkspace({ 'body.json': '{}' });
    const uri = 'untitled:Untitled-1';
    const openTexts = [{ uri, path: undefined, text: `### a\nPOST ${url}/new\n\n< ./body.json\n` }];
    const request = { ...editorRequest(folder), path: undefined, uri };
    const result = await createRunCommands().run({ ...request, openTexts }, editorListeners());
    expect([hits, result.verdict, result.tests[0]?.uri]).toEqual([['POST /new'], 'passed', uri]);
    await expect(createRunCommands().run(request, editorListeners())).rejects.toThrow(
      'untitled:Untitled-1 is neither open nor a file',
    );
  });
});

describe('what cannot be run', () => {
  it.each([
    ['missing.http', {}, 'missing.http does not exist'],
    ['orders.http', { 'service.yaml': 'timeout: never\n' }, 'service.yaml:1:'],
    ['orders.http', { 'orders.http': '# nothing\n' }, 'orders.http has no request to run'],
  ])('is refused with its reason: %s %o', async (file, files, reason) => {
    const folder = await temporaryWorkspace({ 'orders.http': '### a\nGET http://127.0.0.1:1/\n', ...files });
    await expect(runIn(folder, { file })).rejects.toThrow(reason);
  });
});

describe('a run that goes on', () => {
  const waiting = async (): Promise<{ readonly folder: string; readonly server: CountingServer }> => {
    const server = await countingServer(({ url }, response) => {
      if (url !== '/never') response.end();
    });
    const text = `### quick\nGET ${server.url}/quick\n\n### slow\nGET ${server.url}/never\n\n### last\nGET ${server.url}/last\n`;
    return { folder: await temporaryWorkspace({ 'orders.http': text }), server };
  };

  it('can be cancelled, closes its connection, and keeps what has finished', async () => {
    const { folder, server } = await waiting();
    const stop = new AbortController();
    const running = createRunCommands().run(editorRequest(folder), editorListeners(stop.signal));
    const [request] = await server.arrival('GET /never');
    const closed = once(request.socket, 'close');
    stop.abort();
    const result = await running;
    await closed;
    expect(result.verdict).toBe('cancelled');
    expect(result.tests.map(({ name, status, message }) => [name, status, message])).toEqual([
      ['quick', 'passed', undefined],
      ['slow', 'skipped', 'cancelled'],
      ['last', 'skipped', 'cancelled'],
    ]);
    expect(server.hits).toEqual(['GET /quick', 'GET /never']);
  });

  it('keeps a second one from its folder, but not from others', async () => {
    const { folder, server } = await waiting();
    const other = await temporaryWorkspace({ 'orders.http': `### a\nGET ${server.url}/other\n` });
    const commands = createRunCommands();
    const stop = new AbortController();
    const running = commands.run(editorRequest(folder), editorListeners(stop.signal));
    await server.arrival('GET /never');
    await expect(commands.run(editorRequest(folder), editorListeners())).rejects.toThrow(
      'a run is going on; cancel it first',
    );
    const elsewhere = await commands.run(editorRequest(other), editorListeners());
    stop.abort();
    await running;
    const again = await commands.run(editorRequest(folder, { line: 1 }), editorListeners());
    expect([elsewhere.run, elsewhere.verdict, again.run, again.verdict]).toEqual([
      'r2',
      'passed',
      'r3',
      'passed',
    ]);
  });

  it('is aborted when the commands are closed, and no other starts', async () => {
    const { folder, server } = await waiting();
    const commands = createRunCommands();
    const running = commands.run(editorRequest(folder), editorListeners());
    await server.arrival('GET /never');
    await commands.close();
    expect((await running).verdict).toBe('cancelled');
    await expect(commands.run(editorRequest(folder), editorListeners())).rejects.toThrow('shuts down');
  });
});

describe('the last response', () => {
  it('is that of the last run, whole or cut, and null without one', async () => {
    const { url } = await countingServer((request, response) => {
      response.setHeader('Set-Cookie', 'session=planted-cookie');
      response.end(request.url === '/long' ? 'x'.repeat(300_000) : 'short');
    });
    const folder = await temporaryWorkspace({
      'orders.http': `### a\nGET ${url}/short\n\n### b\nGET ${url}/long\n`,
    });
    const commands = createRunCommands();
    const request = editorRequest(folder);
    const { uri } = request;
    expect(commands.lastResponse({ uri, line: 1 })).toBeNull();
    await commands.run(request, editorListeners());
    const [short, long] = [1, 4].map((line) => commands.lastResponse({ uri, line }));
    expect(short).toMatchObject({ status: '200 OK', body: 'short', truncated: false });
    expect(short?.headers['Set-Cookie']).not.toContain('planted-cookie');
    expect([long?.body.length, long?.truncated]).toEqual([256 * 1024, true]);
    expect(commands.lastResponse({ uri, line: 4, name: 'a' })?.body).toBe('short');
    const open = { 'orders.http': '### a\nGET http://127.0.0.1:1/\n' };
    await commands.run(editorRequest(folder, { open }), editorListeners());
    expect(commands.lastResponse({ uri, line: 1 })).toBeNull();
    expect(commands.lastResponse({ uri, line: 4 })).toBe(long);
  });
});

describe('an exported request', () => {
  it('is the curl command with the values of the environment and the text of the editor', async () => {
    const folder = await temporaryWorkspace({
      'service.yaml': 'environments:\n  staging:\n    host: shop.example.test\n    key: real-value\n',
      'orders.http': '### a\nGET http://saved/\n',
    });
    const text = '### a\nGET http://{{host}}/\n\n### b\nPOST http://{{host}}/b\nX-Key: {{key}}\n\n{"a":1}\n';
    const request = editorRequest(folder, { environment: 'staging', open: { 'orders.http': text } });
    const commands = createRunCommands();
    const signal = new AbortController().signal;
    const { text: command } = await commands.exportCurl({ ...request, line: 4 }, signal);
    expect(command).toMatch(/^curl /);
    expect(command).toContain("'http://shop.example.test/b'");
    expect(command).toContain("'X-Key: real-value'");
    expect(command).not.toContain('saved');
    await expect(commands.exportCurl({ ...request, line: 2 }, signal)).rejects.toThrow('has line 2');
  });
});
