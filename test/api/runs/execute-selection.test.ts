import { describe, expect, it } from 'vitest';
import { listen } from '../../support/event-client.js';
import { loopback } from '../../support/run-requests.js';
import { startServerProcess } from '../../support/running-server.js';

interface Shown {
  readonly name: string;
  readonly file: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly skipReason: string;
}

/** Runs a file of such a workspace; one word per result. */
async function run(
  files: Readonly<Record<string, string>>,
  json: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const { call } = await startServerProcess({ files, args: ['--no-history'] });
  const answer = await call('POST', '/execute', { json });
  expect(answer.status, answer.text).toBe(200);
  const result = answer.json as { results: Shown[]; passed: number; failed: number; skipped: number };
  expect(result.passed + result.failed + result.skipped).toBe(result.results.length);
  return result.results.map(
    ({ name, file, skipped, skipReason, passed }) =>
      `${file === json['file'] ? '' : `${file}#`}${name}: ${skipped ? `(${skipReason})` : passed ? 'passed' : 'failed'}`,
  );
}

describe('which requests run', () => {
  it('all: by dependency, ties by line', async () => {
    const { url, seen } = await loopback();
    const text = `### a\n# @depends c\nGET ${url}/a\n### b\nGET ${url}/b\n### c\nGET ${url}/c\n### d\nGET ${url}/d\n`;
    expect(await run({ 'x.http': text }, { file: 'x.http' })).toEqual([
      'b: passed',
      'c: passed',
      'a: passed',
      'd: passed',
    ]);
    expect(seen).toEqual(['GET /b', 'GET /c', 'GET /a', 'GET /d']);
  });

  it('all: others beside @only are skipped', async () => {
    const { url } = await loopback();
    const text = `### a\nGET ${url}\n### b\n# @only\n# @depends c\nGET ${url}\n### c\nGET ${url}\n`;
    expect(await run({ 'x.http': text }, { file: 'x.http' })).toEqual([
      'a: (filtered out)',
      'c: passed',
      'b: passed',
    ]);
  });

  it('one: after what it depends on, over files too, and nothing else', async () => {
    const { url, seen } = await loopback(({ path }) => ({ json: { token: `of${path}` } }));
    const files = {
      'auth/login.http':
        `### start\nGET ${url}/start\n\n### login\n# @depends start\nPOST ${url}/login\n` +
        `\n>>>capture\ntoken from body.token\n<<<\n`,
      'x.http':
        `### other\n# @only\nGET ${url}/other\n### mid\n# @depends ./auth/login.http#login\nGET ${url}/mid\n` +
        `### last\n# @depends mid, ./auth/login.http#login\nGET ${url}/last/{{login.token}}\n`,
    };
    expect(await run(files, { file: 'x.http', requestName: 'last' })).toEqual([
      'auth/login.http#start: passed',
      'auth/login.http#login: passed',
      'mid: passed',
      'last: passed',
    ]);
    expect(seen).toEqual(['GET /start', 'POST /login', 'GET /mid', 'GET /last/of/login']);
  });

  it('one: an unnamed one by method and URL as written, when that is unique', async () => {
    const { url, seen } = await loopback();
    const text = `@u = ${url}\n\n###\nGET {{u}}/1\n\n###\nGET {{u}}/2\n\n### named\nGET {{u}}/1\n`;
    expect(await run({ 'x.http': text }, { file: 'x.http', requestName: 'GET {{u}}/2' })).toEqual([
      'GET {{u}}/2: passed',
    ]);
    expect(seen).toEqual(['GET /2']);
  });

  it('tells why each one that did not run was skipped', async () => {
    const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
    const text = [
      `### bad\nGET ${url}/bad`,
      `### after\n# @depends bad\nGET ${url}`,
      `### later\n# @depends after\nGET ${url}`,
      `### lost\n# @depends nobody\nGET ${url}`,
      `### off\n# @skip\nGET ${url}`,
      `### why\n# @skip until Monday\nGET ${url}`,
      `### no\n# @if false\nGET ${url}`,
    ].join('\n');
    expect(await run({ 'x.http': text }, { file: 'x.http' })).toEqual([
      'bad: failed',
      'after: (dependency failed: bad)',
      'later: (dependency failed: after)',
      'lost: (dependency failed: nobody not found)',
      'off: (skipped)',
      'why: (until Monday)',
      'no: (condition not met)',
    ]);
  });

  it('stops after the first failure when the config says so', async () => {
    const { url } = await loopback(() => 500);
    const text = `### a\nGET ${url}\n### b\nGET ${url}\n`;
    const files = { 'x.http': text, 'service.yaml': 'bail: true\n' };
    expect(await run(files, { file: 'x.http' })).toEqual(['a: failed', 'b: (bail)']);
  });

  it('has one result per row, in place, with events numbered alike', async () => {
    const { url } = await loopback();
    const server = await startServerProcess({
      files: {
        'x.http': `### a\nGET ${url}\n### b\n# @data ./rows.csv\nGET ${url}/{{row.n}}\n### off\n# @skip\nGET ${url}\n### c\nGET ${url}\n`,
        'rows.csv': 'n\n1\n2\n3\n',
      },
    });
    const client = await listen(server);
    const { json } = await server.call('POST', '/execute', { json: { file: 'x.http' } });
    const names = (json as { results: Shown[] }).results.map(({ name }) => name);
    expect(names).toEqual(['a', 'b [1]', 'b [2]', 'b [3]', 'off', 'c']);
    const progress = (await client.until('request_progress', 10)).map(({ payload }) => payload);
    expect(progress.every(({ total }) => total === 6)).toBe(true);
    expect(progress.map(({ index, requestName }) => [index, requestName])).toEqual(
      [0, 0, 1, 1, 2, 2, 3, 3, 5, 5].map((index) => [index, names[index]]),
    );
  });

  it('lists a parallel run as a sequential one', async () => {
    const { url, seen } = await loopback(async ({ path }) => {
      if (path === '/a') await expect.poll(() => seen, { timeout: 20_000 }).toContain('GET /b');
      await new Promise((resolve) => setTimeout(resolve, path === '/a' ? 200 : 0));
      return 200;
    });
    const text = `### a\nGET ${url}/a\n### b\n# @depends d\nGET ${url}/b\n### c\nGET ${url}/c\n### d\nGET ${url}/d\n`;
    const server = await startServerProcess({
      files: { 'x.http': text, 'service.yaml': 'parallel: true\nconcurrency: 2\n' },
    });
    const client = await listen(server);
    const { json } = await server.call('POST', '/execute', { json: { file: 'x.http' } });
    expect((json as { results: Shown[] }).results.map(({ name }) => name)).toEqual(['a', 'c', 'd', 'b']);
    expect(seen).toEqual(['GET /a', 'GET /c', 'GET /d', 'GET /b']);
    const progress = (await client.until('request_progress', 8)).map(({ payload }) => payload);
    for (const name of ['a', 'b', 'c', 'd']) {
      const own = progress.filter(({ requestName }) => requestName === name);
      expect(own.map(({ status }) => status)).toEqual(['started', 'completed']);
      expect(own.every(({ index }) => index === ['a', 'c', 'd', 'b'].indexOf(name))).toBe(true);
    }
    expect(progress.at(-1)).toMatchObject({ requestName: 'a', status: 'completed' });
  });
});
