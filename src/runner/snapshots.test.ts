import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import { temporaryWorkspace } from '../../test/support/files/workspace.js';
import type { RunOptions } from './plan/options.js';

async function setUp(text: (url: string) => string, body: () => unknown) {
  const server = await loopback(() => ({ json: body(), headers: { 'set-cookie': 'sid=cookie-secret' } }));
  const files = { 'sub/a.http': text(server.url) };
  const root = await temporaryWorkspace(files);
  const path = join(root, 'sub/__snapshots__/a.http.snap.json');
  return {
    root,
    path,
    stored: () => readFile(path, 'utf8'),
    run: (options: Partial<RunOptions> = {}) => runRequests(files, { root, options }),
  };
}

const two = (url: string): string =>
  dedent`
    ### z
    GET ${url}
    >>>
    expect body snapshot
    <<<
    ### a
    GET ${url}
    >>>
    expect body.list snapshot items
    <<<
  `;

describe('snapshots', () => {
  it('are stored, sorted and indented, then compared strictly', async () => {
    let body: unknown = { list: [1, '2'], big: 12 };
    const { run, stored } = await setUp(two, () => body);
    const first = await run();
    expect(first.results.map(({ passed, assertions }) => [passed, assertions[0]?.message])).toEqual([
      [true, 'snapshot created'],
      [true, 'snapshot created'],
    ]);
    expect(first.outcome.createdSnapshots).toBe(2);
    expect(first.results.map(({ warnings }) => warnings)).toEqual([
      ['snapshot of body created (line 4)'],
      ['snapshot of body.list created (line 9)'],
    ]);
    expect(await stored()).toBe(
      '{\n  "a::items": [\n    1,\n    "2"\n  ],\n  "z": {\n    "list": [\n      1,\n      "2"\n    ],\n    "big": 12\n  }\n}\n',
    );
    const second = await run();
    expect(second.outcome).toMatchObject({ passed: 2, createdSnapshots: 0 });
    expect(second.results.flatMap(({ warnings }) => warnings)).toEqual([]);
    body = { big: 12, list: ['1', '2'] };
    const changed = await run();
    expect(changed.outcome.failed).toBe(2);
    expect(changed.results[1]?.assertions[0]?.message).toContain('differs from the snapshot');
    expect(await stored()).toContain('1,\n    "2"');
  });

  it('fail when missing and none may be stored', async () => {
    const { run, stored } = await setUp(two, () => ({ list: [] }));
    const { outcome } = await run({ ci: true });
    expect(outcome.failed).toBe(2);
    await expect(stored()).rejects.toThrow();
  });

  it('are replaced on demand, and unused ones removed when everything ran', async () => {
    let body: unknown = { list: [1] };
    const { run, stored, path } = await setUp(two, () => body);
    await run();
    await writeFile(path, (await stored()).replace('{', '{\n  "old": 1,'));
    body = { list: [2] };
    const names = { names: ['z'], tags: [], excludeTags: [] };
    await run({ updateSnapshots: true, selection: names });
    expect(JSON.parse(await stored())).toEqual({ old: 1, 'a::items': [1], z: { list: [2] } });
    await run({ updateSnapshots: true });
    expect(JSON.parse(await stored())).toEqual({ 'a::items': [2], z: { list: [2] } });
  });

  it('keep the keys of requests that did not get that far', async () => {
    const { run, stored, path } = await setUp(
      (url) => dedent`
        ${two(url)}### skipped
        # @if no
        GET ${url}
        >>>
        expect body snapshot
        <<<
      `,
      () => ({ list: [1] }),
    );
    await run();
    await writeFile(path, (await stored()).replace('{', '{\n  "skipped": 1,'));
    await run({ updateSnapshots: true });
    expect(JSON.parse(await stored())).toHaveProperty('skipped', 1);
  });

  it('hide secrets when stored and when compared', async () => {
    let secret = 'token-value-1';
    const { run, stored } = await setUp(
      (url) =>
        dedent`
          @secret t = {{$env(T)}}
          ### a
          GET ${url}/{{token}}
          >>>
          expect body snapshot
          expect header Set-Cookie snapshot cookie
          <<<
        `,
      () => ({ echo: `Bearer ${secret}`, text: Buffer.from(secret).toString('base64') }),
    );
    const options = (): Partial<RunOptions> => ({
      operatorVariables: { token: secret },
      secretValues: [secret],
    });
    await run(options());
    expect(JSON.parse(await stored())).toEqual({
      a: { echo: 'Bearer [REDACTED]', text: '[REDACTED]' },
      'a::cookie': '[REDACTED]',
    });
    secret = 'another-value-2';
    expect((await run(options())).outcome.passed).toBe(1);
  });

  it('hide what a credential header held, wherever it is repeated', async () => {
    const { run, stored } = await setUp(
      (url) =>
        dedent`
          ### a
          GET ${url}
          X-Auth-Token: hand-written-77
          >>>
          expect body snapshot
          expect cookie sid snapshot c
          <<<
        `,
      () => ({ echo: 'cookie-secret', token: 'hand-written-77', deep: [{ sid: 'sid=cookie-secret' }] }),
    );
    await run();
    expect(JSON.parse(await stored())).toEqual({
      a: { echo: '[REDACTED]', token: '[REDACTED]', deep: [{ sid: '[REDACTED]' }] },
      'a::c': '[REDACTED]',
    });
    expect((await run({ ci: true })).outcome.failed).toBe(0);
  });

  it('hide what turns out to be secret after the comparison, and still pass the next time', async () => {
    let token = 'ticket-0815-xyz';
    const text = (url: string): string =>
      dedent`
        ### login
        GET ${url}
        >>>
        expect body snapshot
        <<<
        >>>capture
        t from body.jwt
        <<<
      ` +
      dedent`
        ### use
        # @depends login
        GET ${url}
        Authorization: Bearer {{login.t}}
      `;
    const { run, stored } = await setUp(text, () => ({ jwt: token, note: `for ${token}!`, n: 1 }));
    await run();
    expect(JSON.parse(await stored())).toEqual({
      login: { jwt: '[REDACTED]', note: 'for [REDACTED]!', n: 1 },
    });
    expect((await run({ ci: true })).outcome.failed).toBe(0);
    token = 'ticket-4711-abc';
    expect((await run({ ci: true })).outcome.failed).toBe(0);
    token = '';
    expect((await run({ ci: true })).outcome.failed).toBe(1);
  });

  it('are named after rows and unnamed requests', async () => {
    const server = await loopback(() => ({ json: 1 }));
    const { root } = await runRequests({
      'n.csv': 'n\n1\n2\n',
      'a.http': dedent`
        ### a
        # @data n.csv
        GET ${server.url}
        >>>
        expect body snapshot
        <<<
        ###
        GET ${server.url}/x
        >>>
        expect body snapshot
        <<<
      `,
    });
    const text = await readFile(join(root, '__snapshots__/a.http.snap.json'), 'utf8');
    expect(Object.keys(JSON.parse(text) as object)).toEqual([`GET ${server.url}/x`, 'a [1]', 'a [2]']);
  });

  it('in a damaged file fail without touching it', async () => {
    const { run, stored, path, root } = await setUp(two, () => ({ list: [1] }));
    await mkdir(join(root, 'sub/__snapshots__'));
    await writeFile(path, '{"z": ');
    const { results } = await run();
    expect(results.map(({ passed }) => passed)).toEqual([false, false]);
    expect(results[0]?.assertions[0]?.message).toContain('the snapshot file is not a JSON object');
    expect(await stored()).toBe('{"z": ');
  });

  it('never leave the workspace', async () => {
    const { run, root } = await setUp(two, () => ({ list: [1] }));
    const outside = await temporaryWorkspace({ 'a.http.snap.json': '{}' });
    await symlink(outside, join(root, 'sub/__snapshots__'));
    const { results } = await run({ updateSnapshots: true });
    expect(results[0]?.assertions[0]?.message).toContain('outside the workspace');
    expect(await readFile(join(outside, 'a.http.snap.json'), 'utf8')).toBe('{}');
  });

  it('that cannot be written are reported', async () => {
    const { run, root } = await setUp(two, () => ({ list: [1] }));
    await writeFile(join(root, 'sub/__snapshots__'), 'in the way');
    const { outcome } = await run();
    expect(outcome.passed).toBe(2);
    expect(outcome.problems).toEqual([
      expect.stringContaining('could not write __snapshots__/a.http.snap.json'),
    ]);
  });
});
