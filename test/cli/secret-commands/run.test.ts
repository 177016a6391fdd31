/** Secrets whose values programs print, in `svc run`. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { startsOf, type SecretEntryText } from '../../support/program/secret-program.js';
import { ONE, ALLOW, runWith } from './run-setup.js';

const NOT_PERMITTED = 'secret "apiToken" comes from a command; permit it with --allow-secret-commands';

const GIVEN: SecretEntryText = { name: 'apiToken', gives: ['text', 'tok-4711'] };

describe('a secret by command', () => {
  it('has the value that the program prints, without its last line end', async () => {
    const { url, requests } = await loopback();
    const { code, cwd } = await runWith([GIVEN], ONE(url));
    expect([code, requests[0]?.headers['x-token'], startsOf(cwd)]).toEqual([
      0,
      'tok-4711',
      ['text tok-4711'],
    ]);
  });

  it('is asked for once in all passes, files and attempts, and a failure too', async () => {
    const { url, requests } = await loopback(({ path }) => (path === '/late' ? 503 : 200));
    const retried = `### late\n# @retry 2\n# @retryDelay 1ms\nGET ${url}/late\nX-Token: {{apiToken}}\n`;
    const failing = `### bad\nGET ${url}/bad\nX-Token: {{broken}}\n`;
    const entries = [GIVEN, { name: 'broken', gives: ['fail', '3', 'empty.txt', 'empty.txt'] }];
    const { cwd, tests } = await runWith(
      entries,
      ONE(url),
      ['a.http', 'b.http', 'c.http', ...ALLOW, '--repeat', '3'],
      { files: { 'b.http': retried, 'c.http': failing, 'empty.txt': '' } },
    );
    expect(requests).toHaveLength(3 * 4);
    expect(startsOf(cwd)).toEqual(['text tok-4711', 'fail 3 empty.txt empty.txt']);
    expect(tests.flatMap(({ error }) => error ?? [])).toEqual(
      expect.arrayContaining(Array.from({ length: 3 }, () => 'secret "broken": node ended with 3')),
    );
  });

  it('gives values to other variables, defaults of the config, captures and assertions', async () => {
    const { url, requests } = await loopback(() => ({ json: { token: 'tok-4711' } }));
    const text = dedent`
      @header = Bearer {{apiToken}}
      ### one
      POST ${url}/{{inEnvironment}}
      Authorization: {{header}}

      < ./body.json

      >>>
      expect body.token == {{apiToken}}
      expect body.token == {{onlyChecked}}
      <<<
    `;
    const entries = [GIVEN, { name: 'onlyChecked', gives: ['text', 'tok-4711'] }];
    const { code, tests } = await runWith(entries, text, [...ALLOW, '-e', 'dev'], {
      files: { 'body.json': '{"t": "{{apiToken}}"}' },
      config:
        'headers: { X-All: "{{apiToken}}" }\nenvironments: { dev: { inEnvironment: "p-{{apiToken}}" } }\n',
    });
    expect(tests.map(({ error }) => error)).toEqual([undefined]);
    expect(code).toBe(0);
    expect(requests[0]).toMatchObject({
      path: '/p-tok-4711',
      headers: { 'x-all': 'tok-4711', authorization: 'Bearer tok-4711' },
    });
  });
});

describe('the program of a secret', () => {
  it('gets its arguments as they are, the folder of the config, and no variable of svc', async () => {
    const { url, requests } = await loopback();
    const gives = [
      'facts',
      '$(touch made)',
      'a b',
      '{{environment}}-{{ environment }}',
      '{{base}} {{$uuid}}',
      '*',
    ];
    const { cwd, tests } = await runWith(
      [{ name: 'apiToken', gives }],
      `### one\nPOST ${url}/\nContent-Type: application/json\n\n{{apiToken}}\n`,
      ['sub/b.http', ...ALLOW, '-e', 'dev'],
      {
        config: 'environments: { dev: { base: x } }\n',
        env: { SVC_VARIABLE_a: '1', SVC_TIMEOUT: '9s', SEARCH_API_KEY: 'k', OTHER: 'o' },
        files: { 'sub/b.http': `### one\nPOST ${url}/\n\n{{apiToken}}\n` },
      },
    );
    expect(tests.map(({ error }) => error)).toEqual([undefined]);
    const facts = JSON.parse(requests[0]?.body ?? '') as Record<string, unknown> & { names: string[] };
    const words = ['$(touch made)', 'a b', 'dev-dev', '{{base}} {{$uuid}}', '*'];
    expect(facts).toMatchObject({ words, cwd, input: 0 });
    expect(facts.names).toEqual(expect.arrayContaining(['PATH', 'OTHER']));
    expect(facts.names.filter((name) => name.startsWith('SVC_') || name === 'SEARCH_API_KEY')).toEqual([]);
  });

  it('may give more lines, and a value for some environments only', async () => {
    const { url, requests } = await loopback();
    const text = `### one\nPOST ${url}/\n\n{{apiToken}}\n`;
    const entries = [{ name: 'apiToken', gives: ['file', 'key.txt'], also: ['environments: [staging]'] }];
    const files = { 'key.txt': 'first\r\nsecond \r\n\r\n' };
    const config = 'environments: { staging: {}, dev: {} }\n';
    await runWith(entries, text, [...ALLOW, '-e', 'staging'], { files, config });
    expect(requests[0]?.body).toBe('first\r\nsecond \r\n');
    const { tests, cwd } = await runWith(entries, text, [...ALLOW, '-e', 'dev'], { files, config });
    expect(tests[0]).toMatchObject({ errorKind: 'variable', error: 'variable "apiToken" has no value' });
    expect(startsOf(cwd)).toEqual([]);
  });
});

describe('no program is started', () => {
  it('without permission', async () => {
    const { url, requests } = await loopback();
    const { code, tests, cwd } = await runWith([GIVEN], ONE(url), []);
    expect([code, requests, startsOf(cwd)]).toEqual([1, [], []]);
    expect(tests).toMatchObject([{ passed: false, errorKind: 'variable', error: NOT_PERMITTED }]);
  });

  it.each<[string, string, readonly string[], Record<string, string>, string]>([
    ['the file', '@apiToken = given-1\n', [], {}, ''],
    ['the environment', '', ['-e', 'dev'], {}, 'environments: { dev: { apiToken: given-1 } }\n'],
    ['--secret', '', ['--secret', 'apiToken=given-1'], {}, ''],
    ['--variable', '', ['--variable', 'apiToken=given-1'], {}, ''],
    ['SVC_SECRET_x', '', [], { SVC_SECRET_apiToken: 'given-1' }, ''],
    ['SVC_VARIABLE_x', '', [], { SVC_VARIABLE_apiToken: 'given-1' }, ''],
  ])('when %s gives the value', async (_case, before, args, env, config) => {
    for (const permission of [ALLOW, []]) {
      const { url, requests } = await loopback();
      const { code, cwd } = await runWith([GIVEN], before + ONE(url), [...permission, ...args], {
        env,
        config,
      });
      expect([code, requests[0]?.headers['x-token'], startsOf(cwd)]).toEqual([0, 'given-1', []]);
    }
  });

  it('when only dotenv or the process gives the value too', async () => {
    const { url, requests } = await loopback();
    const { cwd } = await runWith([GIVEN], ONE(url), ALLOW, {
      env: { apiToken: 'of-the-process' },
      files: { '.env': 'apiToken=of-dotenv\n' },
      config: 'envFile: .env\n',
    });
    expect(startsOf(cwd)).toHaveLength(1);
    expect(requests[0]?.headers['x-token']).toBe('tok-4711');
  });

  it('for a request that is skipped, left out or invalid', async () => {
    const { url, requests } = await loopback();
    const text = dedent`
      ### skipped
      # @skip
      GET ${url}/{{apiToken}}
      ### other
      GET ${url}/{{apiToken}}
      ### sent
      GET ${url}/sent
    `;
    const { cwd } = await runWith([GIVEN], text, [...ALLOW, '-n', 'skipped', '-n', 'sent']);
    expect([requests.length, startsOf(cwd)]).toEqual([1, []]);
  });
});

/** Systems other than Windows start a file by its first line. */
it.runIf(process.platform !== 'win32')('a program beside the config is found from any folder', async () => {
  const { url, requests } = await loopback();
  const { chmod } = await import('node:fs/promises');
  const { temporaryWorkspace } = await import('../../support/files/workspace.js');
  const { runInProcess } = await import('../../support/program/in-process-svc.js');
  for (const word of ['./tools/give', 'tools/give', 'give']) {
    const place = word === 'give' ? 'give' : 'tools/give';
    const cwd = await temporaryWorkspace({
      'sub/a.http': ONE(url),
      [place]: '#!/bin/sh\necho "tok-of $0"\n',
      'service.yaml': `secrets:\n  - name: apiToken\n    command: ["${word}"]\n`,
    });
    await chmod(join(cwd, place), 0o755);
    const { code } = await runInProcess(
      ['run', 'a.http', '--config', '../service.yaml', '--no-history', ...ALLOW],
      {
        cwd: join(cwd, 'sub'),
      },
    );
    expect(code).toBe(0);
    expect(requests.at(-1)?.headers['x-token']).toBe(`tok-of ${join(cwd, place)}`);
  }
});
