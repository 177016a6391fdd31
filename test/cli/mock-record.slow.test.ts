import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { startTarget } from '../support/servers/recording.js';
import { exchangeAll, type RawExchange } from '../support/clients/raw-exchange.js';
import { respondVaried } from '../support/mocks/varied-api.js';
import { startRecordingMock } from './mock-record-setup.js';

describe('svc mock --proxy --record', () => {
  it('keeps secrets out of the file, and repeats the rest', async () => {
    const token = '5f1c9d3e7a2b4c6d8e0f1a2b3c4d5e6f';
    const target = await startTarget((request, response) => {
      request.resume();
      const headers = {
        'Content-Type': 'application/json',
        'Set-Cookie': `sid=${token}-c; Path=/; HttpOnly`,
      };
      response.writeHead(200, headers).end(JSON.stringify({ token, name: 'ada' }));
    });
    const cwd = await temporaryWorkspace();
    const exchanges: RawExchange[] = [
      {
        method: 'POST',
        target: `/login?api_key=${token}-k`,
        headers: ['Content-Type', 'application/json', 'Authorization', `Bearer ${token}-h`],
        body: '{"user":"ada","password":"hunter22-and-more"}',
      },
    ];
    const mock = await startRecordingMock(cwd, '--proxy', target.url, '--record', 'recorded.http', '-v');
    const [first] = await exchangeAll(mock.port, exchanges);
    expect(first?.body.toString()).toBe(JSON.stringify({ token, name: 'ada' }));
    const { stderr } = await mock.stop();
    const file = await readFile(join(cwd, 'recorded.http'), 'utf8');
    for (const written of [file, stderr, mock.stdout()]) expect(written).not.toMatch(/5f1c9d3e|hunter22/);
    const replay = await startRecordingMock(cwd, 'recorded.http');
    const [again] = await exchangeAll(replay.port, exchanges);
    expect(again?.body.toString()).toBe('{"token":"{{TOKEN}}","name":"ada"}');
    expect(again?.headers).toContain('sid={{SET_COOKIE}}; Path=/; HttpOnly');
  });

  it('goes on with a recording that exists, and has it soon after each request', async () => {
    const target = await startTarget(respondVaried);
    const cwd = await temporaryWorkspace();
    const args = ['--proxy', target.url, '--record', 'recorded.http'];
    const first = await startRecordingMock(cwd, ...args);
    await exchangeAll(first.port, [{ method: 'GET', target: '/list?page=1' }]);
    await first.until(() => /GET \/list -> 200 .* proxied\n/.test(first.stdout()));
    const recorded = (): Promise<string> => readFile(join(cwd, 'recorded.http'), 'utf8').catch(() => '');
    await expect.poll(recorded, { timeout: 30_000 }).toContain('/list?page=1');
    first.send('SIGKILL');
    await first.ended;

    const second = await startRecordingMock(cwd, ...args);
    const responses = await exchangeAll(second.port, [
      { method: 'GET', target: '/list?page=1' },
      { method: 'GET', target: '/list?page=2' },
    ]);
    expect(responses.map(({ body }) => body.toString())).toEqual([
      expect.stringContaining('"page","1"'),
      expect.stringContaining('"page","2"'),
    ]);
    expect((await second.stop()).stderr).toContain('Note: 1 request recorded in recorded.http\n');
    expect(second.stdout()).toMatch(
      /^GET \/list -> 200 \(\d+ms\) Get_List\nGET \/list -> 200 \(\d+ms\) proxied\n$/,
    );
    expect((await recorded()).match(/^GET .*$/gm)).toEqual([
      'GET {{baseUrl}}/list?page=1',
      'GET {{baseUrl}}/list?page=2',
    ]);
  });

  it('goes on with a recording that has no request yet', async () => {
    const target = await startTarget((request, response) =>
      response.end(request.url === '/large' ? 'x'.repeat(2_000_000) : 'small'),
    );
    const cwd = await temporaryWorkspace();
    const args = ['--proxy', target.url, '--record', 'recorded.http'];
    for (const [path, count] of [
      ['/large', '0 requests'],
      ['/small', '1 request'],
    ] as const) {
      const mock = await startRecordingMock(cwd, ...args);
      await exchangeAll(mock.port, [{ method: 'GET', target: path }]);
      const { code, stderr } = await mock.stop();
      expect(code).toBe(0);
      expect(stderr).toContain(`Note: ${count} recorded in recorded.http\n`);
    }
  });

  it('leaves a file as it is that somebody else has changed, and says so once', async () => {
    const target = await startTarget(respondVaried);
    const cwd = await temporaryWorkspace();
    const mock = await startRecordingMock(cwd, '--proxy', target.url, '--record', 'recorded.http');
    const path = join(cwd, 'recorded.http');
    const text = (): Promise<string> => readFile(path, 'utf8').catch(() => '');
    await exchangeAll(mock.port, [{ method: 'GET', target: '/list?page=1' }]);
    await expect.poll(text, { timeout: 30_000 }).toContain('/list?page=1');
    const edited = `${await text()}\n### by hand\nGET /hand\n`;
    await writeFile(path, edited);
    await exchangeAll(mock.port, [{ method: 'GET', target: '/list?page=2' }]);
    const message = 'recorded.http was changed by somebody else and is left as it is';
    await mock.until(() => mock.stderr().includes(message));
    await exchangeAll(mock.port, [{ method: 'GET', target: '/list?page=3' }]);
    const { code, stderr } = await mock.stop();
    expect(code).toBe(3);
    expect(stderr.match(new RegExp(`Warning: ${message}`, 'g'))).toHaveLength(1);
    expect(stderr).toMatch(new RegExp(`Error: ${message}`));
    expect(await text()).toBe(edited);
  });

  it.each([
    [['--record', 'out.http'], '--record needs --proxy'],
    [['--proxy', 'localhost:1'], '--proxy must be an http or https URL'],
    [['--proxy', 'http://ada:hunter22@127.0.0.1:1'], '--proxy must be an http or https URL'],
    [['--proxy', 'http://127.0.0.1:1', '--record', 'out.txt'], '--record must name a request file'],
    [['--proxy', 'http://127.0.0.1:1', '--record', 'out.http', '--watch'], 'exclude each other'],
    [
      ['--proxy', 'http://127.0.0.1:1', '--record', 'mine.http'],
      'mine.http exists already and is no recording',
    ],
  ])('refuses %j', async (args, message) => {
    const cwd = await temporaryWorkspace({ 'mine.http': 'GET http://127.0.0.1:1/\n' });
    const { code, stderr } = await runSvc(['mock', '--port', '0', ...args, 'mine.http'], { cwd });
    expect([64, 3]).toContain(code);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter22');
  });
});
