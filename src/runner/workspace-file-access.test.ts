import { renameSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import { temporaryWorkspace, writeFiles } from '../../test/support/files/workspace.js';
import { workspaceFileAccess } from './workspace-file-access.js';

/** In a thread: so it comes between any two steps of the other. */
const SWAPPING = `
  const { renameSync } = require('node:fs');
  const { workerData: root } = require('node:worker_threads');
  for (;;) {
    renameSync(root + '/__snapshots__', root + '/away');
    renameSync(root + '/link', root + '/__snapshots__');
    renameSync(root + '/__snapshots__', root + '/link');
    renameSync(root + '/away', root + '/__snapshots__');
  }
`;

describe('workspaceFileAccess', () => {
  it('read files relative to a directory, inside the workspace only', async () => {
    const outside = await temporaryWorkspace({ 'secret.txt': 'no' });
    const root = await temporaryWorkspace({ 'a/x.txt': 'x', 'y.txt': 'y' });
    await symlink(join(outside, 'secret.txt'), join(root, 'a/link.txt'));
    const { readFile, openFile } = workspaceFileAccess({ root, shownFrom: root });
    const from = join(root, 'a');
    expect(Buffer.from(await readFile('./x.txt', from)).toString()).toBe('x');
    expect(Buffer.from(await readFile('../y.txt', from)).toString()).toBe('y');
    for (const path of ['../../z', join(outside, 'secret.txt'), 'link.txt', 'gone', '.', '', 'a\\b']) {
      await expect(readFile(path, from), path).rejects.toMatchObject({ errorKind: 'file' });
      await expect(openFile(path, from), path).rejects.toMatchObject({ errorKind: 'file' });
    }
  });

  it('stream files as often as they are opened', async () => {
    const content = 'x'.repeat(200_000);
    const root = await temporaryWorkspace({ 'x.bin': content });
    const { openFile } = workspaceFileAccess({ root, shownFrom: root });
    const { length, open } = await openFile('x.bin', root);
    expect(length).toBe(200_000);
    for (let i = 0; i < 2; i++) {
      let text = '';
      for await (const chunk of open()) text += Buffer.from(chunk).toString();
      expect(text).toBe(content);
    }
    for await (const chunk of open()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });

  it('load request files with the path users see', async () => {
    const root = await temporaryWorkspace({
      'a/b/auth.http': 'GET http://x\n',
      'a/bad.txt': '',
      'x.http': '',
    });
    const from = join(root, 'a');
    const fromRoot = workspaceFileAccess({ root, shownFrom: root });
    expect(await fromRoot.loadFile('b/auth.http', from)).toMatchObject({
      shown: 'a/b/auth.http',
      directory: join(root, 'a/b'),
    });
    const fromInside = workspaceFileAccess({ root, shownFrom: from });
    expect((await fromInside.loadFile('b/auth.http', from))?.shown).toBe('b/auth.http');
    expect((await fromInside.loadFile('../x.http', from))?.shown).toBe('x.http');
    for (const path of ['gone.http', 'bad.txt', '../../x.http', 'b']) {
      expect(await fromRoot.loadFile(path, from), path).toBeUndefined();
    }
  });

  it('follow a directory that is a link', async () => {
    const root = await temporaryWorkspace({ 'real/x.txt': 'x' });
    await symlink(join(root, 'real'), join(root, 'link'));
    const { readFile } = workspaceFileAccess({ root, shownFrom: root });
    expect(Buffer.from(await readFile('x.txt', join(root, 'link'))).toString()).toBe('x');
  });
});

describe('snapshots', () => {
  async function setUp(): Promise<{
    root: string;
    outside: string;
    write: (text: string) => Promise<void>;
    read: () => Promise<string | undefined>;
  }> {
    const outside = await temporaryWorkspace({ 'kept.txt': 'kept' });
    const root = await temporaryWorkspace({ 'a.http': 'GET http://x\n' });
    const { loadFile, snapshotStore } = workspaceFileAccess({ root, shownFrom: root });
    const file = await loadFile('a.http', root);
    if (!file) throw new Error('no file');
    const write = (text: string): Promise<void> => snapshotStore.write(file, text);
    return { root, outside, write, read: () => snapshotStore.read(file) };
  }

  it('are written to a folder of the workspace, also through links within it', async () => {
    const { root, write } = await setUp();
    await write('1');
    expect(await readFile(join(root, '__snapshots__/a.http.snap.json'), 'utf8')).toBe('1');
    await rename(join(root, '__snapshots__'), join(root, 'elsewhere'));
    await symlink('elsewhere', join(root, '__snapshots__'));
    await write('2');
    expect(await readFile(join(root, 'elsewhere/a.http.snap.json'), 'utf8')).toBe('2');
    await rename(join(root, 'elsewhere/a.http.snap.json'), join(root, 'real.json'));
    await symlink('../real.json', join(root, 'elsewhere/a.http.snap.json'));
    await write('3');
    expect(await readFile(join(root, 'real.json'), 'utf8')).toBe('3');
    expect(await readdir(join(root, 'elsewhere'))).toEqual(['a.http.snap.json']);
  });

  it('never leave it by a folder or file that is a link', async () => {
    const { root, outside, write } = await setUp();
    await symlink(outside, join(root, '__snapshots__'));
    const refusal = 'path is outside the workspace: __snapshots__/a.http.snap.json';
    await expect(write('1')).rejects.toThrow(refusal);
    await rm(join(root, '__snapshots__'));
    await mkdir(join(root, '__snapshots__'));
    await symlink(join(outside, 'kept.txt'), join(root, '__snapshots__/a.http.snap.json'));
    await expect(write('1')).rejects.toThrow(refusal);
    expect(await readFile(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
    expect(await readdir(outside)).toEqual(['kept.txt']);
  });

  it.runIf(process.platform === 'linux')('stay inside when the folder is swapped meanwhile', async () => {
    const { root, outside, write } = await setUp();
    await write('0');
    const folder = join(root, '__snapshots__');
    await symlink(outside, join(root, 'link'));
    const done = new AbortController();
    const swapping = (async () => {
      while (!done.signal.aborted) {
        renameSync(folder, join(root, 'away'));
        renameSync(join(root, 'link'), folder);
        await nextTurn();
        renameSync(folder, join(root, 'link'));
        renameSync(join(root, 'away'), folder);
        await nextTurn();
      }
    })();
    const outcomes = new Set<string>();
    for (let i = 0; i < 400; i += 1) {
      await write(String(i)).then(
        () => outcomes.add('written'),
        (error: Error) => outcomes.add(error.message),
      );
      // A refusal needs no step of the disk, so the other would not get a turn.
      await nextTurn();
    }
    done.abort();
    await swapping;
    expect(await readdir(outside)).toEqual(['kept.txt']);
    expect(outcomes).toContain('written');
  });

  it.runIf(process.platform === 'linux')('are never read from a folder that is swapped in', async () => {
    const { root, outside, write, read } = await setUp();
    await write('inside');
    writeFiles(outside, { 'a.http.snap.json': 'outside' });
    await symlink(outside, join(root, 'link'));
    const swapping = new Worker(SWAPPING, { eval: true, workerData: root });
    const outcomes = new Set<string | undefined>();
    for (let i = 0; i < 1500; i += 1) outcomes.add(await read().catch((error: Error) => error.message));
    await swapping.terminate();
    expect(outcomes).toContain('inside');
    expect(outcomes).not.toContain('outside');
  });
});

describe('files of requests', () => {
  it('are sent as included, interpolated and multipart bodies', async () => {
    const server = await loopback();
    const { results } = await runRequests({
      'data/x.json': '{"v": "{{v}}"}',
      'a.http': dedent`
        @v = 1
        ### a
        POST ${server.url}

        < ./data/x.json
        ### b
        POST ${server.url}

        <@ "./data/x.json"
        ### c
        POST ${server.url}
        >>>multipart
        field a = {{v}}
        file f @./data/x.json
        <<<
      `,
    });
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true]);
    const [a, b, c] = server.requests;
    expect(a).toMatchObject({ body: '{"v": "{{v}}"}' });
    expect(a?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '14' });
    expect(b?.body).toBe('{"v": "1"}');
    expect(c?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(c?.body).toContain('filename="x.json"');
    expect(results[1]?.request.body).toBe('{"v": "1"}');
  });

  it('that are missing or outside fail the request, after its hooks and retried', async () => {
    const server = await loopback();
    const { results } = await runRequests(
      {
        'a.http': dedent`
          ### a
          # @before echo '{}' > made.json
          POST ${server.url}

          < ./made.json
          ### b
          # @retry 1
          # @retryDelay 0
          POST ${server.url}

          < ./gone.json
          ### c
          POST ${server.url}

          < ../../etc/passwd
        `,
      },
      { options: { allowShell: true } },
    );
    expect(
      results.map(({ passed, errorKind, error, attempts }) => `${passed} ${errorKind} ${error} ${attempts}`),
    ).toEqual([
      'true   1',
      'false file file not found: ./gone.json 2',
      'false file path is outside the workspace: ../../etc/passwd 1',
    ]);
  });

  it('may be schemas, in JSON and YAML', async () => {
    const server = await loopback(() => ({ json: { id: 1 } }));
    const { results } = await runRequests({
      's.json': '{"type": "object", "required": ["id"]}',
      's.yaml': 'type: object\nrequired: [name]\n',
      'bad.json': '{',
      'a.http': dedent`
        GET ${server.url}
        >>>
        expect body schema ./s.json
        expect body schema ./s.yaml
        expect body schema ./gone.json
        expect body schema ./bad.json
        expect body schema ../x.json
        <<<
      `,
    });
    expect(results[0]?.assertions.map(({ passed }) => passed)).toEqual([true, false, false, false, false]);
    for (const { message } of results[0]?.assertions.slice(1) ?? []) expect(message).not.toBe('');
  });

  it('may be schemas whose integers no double holds', async () => {
    const server = await loopback(() => ({
      headers: { 'content-type': 'application/json' },
      text: '{"id": 9007199254740993}',
    }));
    const { results } = await runRequests({
      's.yaml': 'properties: { id: { const: 9007199254740993, minimum: 1 } }\n',
      // Read in a thread, because it is long.
      'long.yaml': `properties: { id: { const: 9007199254740992 } }\n#${' '.repeat(60_000)}\n`,
      'a.http': dedent`
        GET ${server.url}
        >>>
        expect body schema ./s.yaml
        expect body schema ./long.yaml
        <<<
      `,
    });
    const [exact, rounded] = results[0]?.assertions ?? [];
    expect(exact).toMatchObject({ passed: true });
    expect(rounded).toMatchObject({ passed: false });
    expect(rounded?.message).toContain('must be 9007199254740992');
  });

  it('are found from the directory of the request file', async () => {
    const server = await loopback();
    const root = await temporaryWorkspace();
    await mkdir(join(root, 'deep'));
    const text = dedent`
      POST ${server.url}

      < ../x.txt
    `;
    writeFiles(root, { 'deep/a.http': text, 'x.txt': 'found' });
    const { results } = await runRequests({ 'deep/a.http': text }, { root });
    expect(results[0]?.passed).toBe(true);
    expect(server.requests[0]?.body).toBe('found');
  });
});
