import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { startServer } from '../../support/servers/running-server.js';

const GET = 'GET http://127.0.0.1/\n';

function etag(content: string | Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`;
}

describe('reading files', () => {
  it('returns the parsed file with an ETag', async () => {
    const text = dedent`
      @secret key = {{$uuid()}}
      ### Read a crate
      # @name readCrate
      # @tags a, b
      # @timeout 5s
      # @depends login
      # @stress.weight 2
      GET http://127.0.0.1/crates?x=1
      ? page = 2
      Accept: application/json

      >>>
      expect status 200
      expect body.id exists
      <<<

      >>>capture
      id from body.id
      <<<
    `;
    const { get } = await startServer({ files: { 'depot/crates.http': text } });
    const { status, json, headers } = await get('/files/depot/crates.http');
    expect(status).toBe(200);
    expect(headers.etag).toBe(etag(text));
    expect(json).toMatchObject({
      path: 'depot/crates.http',
      variables: [{ name: 'key', value: '{{$uuid()}}', line: 1, secret: true }],
      requests: [
        {
          name: 'readCrate',
          title: 'Read a crate',
          description: '',
          tags: ['a', 'b'],
          method: 'GET',
          url: 'http://127.0.0.1/crates?x=1',
          headers: [{ key: 'Accept', value: 'application/json', line: 10 }],
          queryParams: [{ key: 'page', value: '2', line: 9 }],
          assertions: [
            { subject: 'status', operator: 'equals', expected: 200, line: 13 },
            { subject: 'body.id', operator: 'exists', expected: null, line: 14 },
          ],
          captures: [{ name: 'id', source: 'body', path: 'id', line: 18 }],
          line: 2,
          metadata: { timeout: 5000, depends: ['login'], stress: { weight: 2 } },
          body: null,
        },
      ],
      diagnostics: [{ severity: 'warning', code: 'unknown_dependency' }],
    });
    const keys = Object.keys(json as object);
    expect(keys).toEqual(['path', 'variables', 'requests', 'diagnostics', 'comments']);
  });

  it('returns all diagnostics of a file with syntax errors', async () => {
    const { get } = await startServer({
      files: {
        'a.http': dedent`
          nonsense
          ###
          GET
        `,
      },
    });
    const { status, json } = await get('/files/a.http');
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: 'Bad Request',
      message: 'a.http:1:1: expected a request line such as `GET http://…`, found `nonsense` (and 1 more)',
      diagnostics: [
        { severity: 'error', code: 'expected_request_line', line: 1, column: 1, endColumn: 9 },
        { code: 'empty_url', line: 3 },
      ],
    });
  });

  it('returns a file with duplicate names', async () => {
    const { get } = await startServer({
      files: {
        'a.http': dedent`
          ### a
          # @name n
          GET http://127.0.0.1/
          ### b
          # @name n
          GET http://127.0.0.1/
        `,
      },
    });
    const { status, json } = await get('/files/a.http');
    expect(status).toBe(200);
    expect(json).toMatchObject({ diagnostics: [{ code: 'duplicate_title' }] });
  });

  it('returns the raw bytes', async () => {
    const bytes = Buffer.from('\ufeffGET http://x/ä\r\nX: 1\r\n\r\n{}');
    const { get, call } = await startServer({
      files: { 'a.http': bytes, 'bad.http': Buffer.from([0xff, 0x0a]) },
    });
    const { status, headers, text } = await get('/files/raw/a.http');
    expect([status, headers['content-type'], headers.etag, headers['content-length']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      etag(bytes),
      String(bytes.length),
    ]);
    expect(text).toBe(bytes.toString().slice(1));
    expect((await get('/files/raw/bad.http')).headers['content-length']).toBe('2');
    expect((await get('/files/bad.http')).json).toMatchObject({
      message: expect.stringMatching(/^bad\.http:1:1: /),
    });
    const head = await call('HEAD', '/files/raw/a.http');
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', etag(bytes)]);
  });

  it('distinguishes a folder called raw from the route', async () => {
    const { get, call, root } = await startServer({
      files: { 'raw/a.http': GET, 'a.http': `${GET}# top\n` },
    });
    expect((await get('/files/raw/a.http')).text).toBe(`${GET}# top\n`);
    expect((await get('/files/%72aw/a.http')).json).toMatchObject({ path: 'raw/a.http' });
    expect((await get('/files/raw/raw/a.http')).text).toBe(GET);
    expect((await call('PUT', '/files/raw/a.http', { body: 'new' })).json).toEqual({ path: 'raw/a.http' });
    expect(await readFile(join(root, 'raw', 'a.http'), 'utf8')).toBe('new');
    expect((await call('DELETE', '/files/raw/a.http')).status).toBe(204);
    expect(await readdir(join(root, 'raw'))).toEqual([]);
    expect(await readdir(root)).toEqual(['a.http', 'raw']);
  });

  it('refuses files above 10 MiB and folders', async () => {
    const { get, root } = await startServer({ files: { 'large.http': '' } });
    await truncate(join(root, 'large.http'), 10_485_761);
    await mkdir(join(root, 'folder.http'));
    for (const route of ['/files', '/files/raw']) {
      expect((await get(`${route}/large.http`)).json).toMatchObject({
        message: 'file is larger than 10 MiB: large.http',
      });
      expect((await get(`${route}/folder.http`)).json).toMatchObject({ message: 'not a file: folder.http' });
      expect((await get(`${route}/folder.http`)).status).toBe(400);
    }
  });
});

const NOT_CREATED: readonly (readonly [object, number, string])[] = [
  [{}, 400, 'path is required'],
  [{ path: '' }, 400, 'path is required'],
  [{ path: null }, 400, 'path is required'],
  [{ path: 5 }, 400, 'path must be a string'],
  [{ path: 'a.http', content: 5 }, 400, 'content must be a string'],
  [{ path: 'x.txt' }, 400, 'not a request file: x.txt; expected .http or .spec'],
  [{ path: '.http' }, 400, 'not a request file: .http; expected .http or .spec'],
  [{ path: 'a.http' }, 409, 'file already exists: a.http'],
  [{ path: 'folder.http' }, 409, 'file already exists: folder.http'],
  [{ path: 'link.http' }, 409, 'file already exists: link.http'],
  [{ path: 'a.http/b.http' }, 400, 'not a folder: a.http'],
  [{ path: 'new.http', content: '\ud800' }, 400, 'content is not valid Unicode'],
  [{ path: '../x.http' }, 403, 'path is outside the workspace: ../x.http'],
];

describe('writing files', () => {
  it('creates a file with its folders', async () => {
    const { call, root } = await startServer();
    const { status, json, headers } = await call('POST', '/files', {
      json: { path: './neu/ä b/x.http', content: GET, more: 1 },
    });
    expect([status, json]).toEqual([201, { path: 'neu/ä b/x.http' }]);
    expect(headers.location).toBe('/api/v1/files/neu/%C3%A4%20b/x.http');
    expect(await readFile(join(root, 'neu', 'ä b', 'x.http'), 'utf8')).toBe(GET);
    expect((await call('POST', '/files', { json: { path: 'empty.spec' } })).status).toBe(201);
    expect((await call('POST', '/files', { json: { path: 'null.spec', content: null } })).status).toBe(201);
    expect((await stat(join(root, 'empty.spec'))).size).toBe(0);
    const mask = 0o022;
    expect(((await stat(join(root, 'neu'))).mode & 0o777) | mask).toBe(0o755 | mask);
    expect(((await stat(join(root, 'empty.spec'))).mode & 0o777) | mask).toBe(0o644 | mask);
    expect((await call('GET', headers.location?.slice('/api/v1'.length) ?? '')).json).toMatchObject({
      path: 'neu/ä b/x.http',
    });
  });

  it('refuses invalid files and creates nothing', async () => {
    const { call, root } = await startServer({ files: { 'a.http': GET } });
    await mkdir(join(root, 'folder.http'));
    await symlink('a.http', join(root, 'link.http'));
    for (const [body, status, message] of NOT_CREATED) {
      const response = await call('POST', '/files', { json: body });
      expect([body, response.status, response.json]).toMatchObject([body, status, { message }]);
    }
    expect((await readdir(root)).sort()).toEqual(['a.http', 'folder.http', 'link.http']);
  });

  it('saves every byte, also of files that cannot be parsed', async () => {
    const { call, root } = await startServer({ files: { 'a.http': GET } });
    for (const body of ['\ufeffGET x\r\nno end', 'nonsense', '', 'é\u{1f600}\u2028']) {
      const { status, json, headers } = await call('PUT', '/files/a.http', { body });
      expect([status, json, headers.etag]).toEqual([200, { path: 'a.http' }, etag(body)]);
      expect(await readFile(join(root, 'a.http'), 'utf8')).toBe(body);
    }
    expect(await readdir(root)).toEqual(['a.http']);
  });

  it('saves only UTF-8 text, and only to existing files', async () => {
    const { call, root } = await startServer({ files: { 'a.http': GET } });
    const bad = await call('PUT', '/files/a.http', { body: Buffer.from([0x47, 0xc3, 0x28]) });
    expect([bad.status, bad.json]).toMatchObject([400, { message: 'file content is not valid UTF-8' }]);
    expect(await readFile(join(root, 'a.http'), 'utf8')).toBe(GET);
    const missing = await call('PUT', '/files/b.http', { body: 'x' });
    expect([missing.status, missing.json]).toMatchObject([404, { message: 'file not found: b.http' }]);
    expect((await call('DELETE', '/files/b.http')).status).toBe(404);
    const folder = await call('PUT', '/files/c.txt', { body: 'x' });
    expect(folder.json).toMatchObject({ message: 'not a request file: c.txt; expected .http or .spec' });
  });

  it('accepts the largest body and refuses a larger one', async () => {
    const { call, root } = await startServer({ files: { 'a.http': GET } });
    const most = Buffer.alloc(10_485_760, 0x23);
    expect((await call('PUT', '/files/a.http', { body: most })).status).toBe(200);
    expect((await stat(join(root, 'a.http'))).size).toBe(most.length);
    expect(
      (await call('PUT', '/files/a.http', { body: Buffer.concat([most, most.subarray(0, 1)]) })).status,
    ).toBe(413);
  });

  it('replaces the target of a link, and removes only the link', async () => {
    const { call, root } = await startServer({ files: { 'real/a.http': GET } });
    await symlink('real/a.http', join(root, 'link.http'));
    expect((await call('PUT', '/files/link.http', { body: 'new' })).json).toEqual({ path: 'link.http' });
    expect(await readFile(join(root, 'real', 'a.http'), 'utf8')).toBe('new');
    expect((await call('DELETE', '/files/link.http')).status).toBe(204);
    expect(await readFile(join(root, 'real', 'a.http'), 'utf8')).toBe('new');
    expect(await readdir(root)).toEqual(['real']);
    const gone = await call('DELETE', '/files/real/a.http');
    expect([gone.status, gone.text, gone.headers['content-type']]).toEqual([204, '', undefined]);
    expect(await readdir(join(root, 'real'))).toEqual([]);
  });

  it('keeps the mode of the replaced file', async () => {
    const { call, root } = await startServer();
    await writeFile(join(root, 'a.http'), GET, { mode: 0o600 });
    await call('PUT', '/files/a.http', { body: 'x' });
    expect((await stat(join(root, 'a.http'))).mode & 0o777).toBe(0o600);
  });

  it('honours If-Match', async () => {
    const { call, get, root } = await startServer({ files: { 'a.http': GET } });
    const { headers } = await get('/files/a.http');
    const stale = { 'If-Match': '"0123456789abcdef0123456789abcdef"' };
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: 'x' } : {};
      const response = await call(method, '/files/a.http', { ...body, headers: stale });
      expect([response.status, response.json]).toEqual([
        412,
        { error: 'Precondition Failed', message: 'file has changed since it was read: a.http' },
      ]);
      const missing = await call(method, '/files/gone.http', { ...body, headers: { 'If-Match': '*' } });
      expect(missing.status).toBe(404);
    }
    const weak = await call('PUT', '/files/a.http', {
      body: 'x',
      headers: { 'If-Match': `W/${headers.etag}` },
    });
    expect(weak.status).toBe(412);
    const list = { 'If-Match': `"x", ${headers.etag}` };
    const saved = await call('PUT', '/files/a.http', { body: 'one', headers: list });
    expect([saved.status, saved.headers.etag]).toEqual([200, etag('one')]);
    expect((await call('PUT', '/files/a.http', { body: 'two', headers: { 'If-Match': '*' } })).status).toBe(
      200,
    );
    const last = { 'If-Match': etag('two') };
    expect((await call('DELETE', '/files/a.http', { headers: last })).status).toBe(204);
    expect(await readdir(root)).toEqual([]);
  });
});
