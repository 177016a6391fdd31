import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rawServer } from '../../support/servers/raw-server.js';
import { startServer, useServer, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const sharedServer = useServer();

const MIB = 1024 * 1024;
const REFUSED = /^not an? (?:curl command|Insomnia export of format 4 or 5|OpenAPI document): /;

interface ImportResponse {
  readonly status: number;
  readonly content?: string;
  readonly requestCount?: number;
  readonly warnings: readonly string[];
  readonly message?: string;
}

async function sent(server: RunningServer, path: string, json: unknown): Promise<ImportResponse> {
  const response = await server.call('POST', `/import/${path}`, { json });
  return { status: response.status, warnings: [], ...(response.json as object) };
}

/** A document with one operation whose body has this schema. */
function spec(schema: unknown, components: unknown = {}): string {
  const requestBody = { content: { 'application/json': { schema } } };
  const post = { operationId: 'a', requestBody, responses: { 200: { description: 'ok' } } };
  const info = { title: 't', version: '1' };
  return JSON.stringify({ openapi: '3.0.3', info, paths: { '/a': { post } }, components });
}

async function imported(server: RunningServer, text: string): Promise<ImportResponse> {
  await writeFile(join(server.root, 'hostile.json'), text);
  return sent(server, 'openapi', { specPath: 'hostile.json' });
}

describe('a source that is too large', () => {
  it('is refused before it is read: 100 MB on disk, 100 MB in a body', async () => {
    const server = await startServer({ files: { 'large.json': '' } });
    await truncate(join(server.root, 'large.json'), 100 * MIB);
    const message = 'file is larger than 20 MiB: large.json';
    expect(await sent(server, 'curl', { filePath: 'large.json' })).toMatchObject({ status: 400, message });
    expect(await sent(server, 'clientexport', { filePath: 'large.json' })).toMatchObject({ message });
    expect(await sent(server, 'openapi', { specPath: 'large.json' })).toMatchObject({ message });
    const body = Buffer.alloc(100 * MIB, 'a');
    const response = await server.call('POST', '/import/curl', { body }).catch(() => undefined);
    expect(response?.status ?? 413).toBe(413);
    expect((await server.get('/system/info')).status).toBe(200);
  });

  it('is converted up to 20 MiB, unless the result is too large for a request file', async () => {
    const server = sharedServer();
    const large = { ...JSON.parse(spec({})), 'x-padding': 'x'.repeat(20 * MIB - 1000) };
    expect(await imported(server, JSON.stringify(large))).toMatchObject({ status: 200, requestCount: 1 });
    const command = `curl http://h --data-raw '${'x'.repeat(3 * MIB)}'\n`;
    await writeFile(join(server.root, 'curl.txt'), command.repeat(4));
    expect(await sent(server, 'curl', { filePath: 'curl.txt' })).toMatchObject({
      status: 400,
      message:
        'the source has more than one request file can contain (10 MiB, 100,000 requests); import it in parts',
    });
  });

  it('returns a bounded list of warnings', async () => {
    const server = sharedServer();
    const command = Array.from({ length: 3000 }, (_, i) => `curl -k http://h/${i} --unknown`).join('\n');
    const { status, warnings } = await sent(server, 'curl', { command });
    expect(status).toBe(200);
    expect(warnings).toHaveLength(1001);
    expect(warnings.at(-1)).toMatch(/^and \d+ more$/);
    const long = await imported(server, spec({ $ref: `./${'x'.repeat(100_000)}.json` }));
    expect(long.warnings.map((warning) => warning.length)).toEqual([503]);
  });
});

describe('a document made to be expensive', () => {
  const bomb = Array.from(
    { length: 60 },
    (_, i) => `a${i}: &a${i} [${i === 0 ? 'x' : `*a${i - 1}, *a${i - 1}`}]`,
  ).join('\n');

  it.each([
    ['aliases that grow', bomb],
    ['an alias of itself', 'a: &a [*a]'],
    ['a million brackets', '['.repeat(1_000_000)],
    ['deep objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
    ['deep YAML', 'a: '.repeat(20_000)],
    ['many documents', '---\n'.repeat(100_000)],
    ['NUL', '\0'.repeat(100_000)],
    ['a long number', `{"openapi": ${'9'.repeat(1_000_000)}}`],
  ])('is refused with a message: %s', async (_, text) => {
    const server = sharedServer();
    const { status, message } = await imported(server, text);
    expect([status, message]).toEqual([400, expect.stringMatching(REFUSED)]);
    const data = await sent(server, 'clientexport', { data: text });
    expect([data.status, data.message]).toEqual([400, expect.stringMatching(REFUSED)]);
    expect((await server.get('/system/info')).status).toBe(200);
  });

  it('is imported with long chains and cycles of references', async () => {
    const server = sharedServer();
    const chain = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [
        `s${i}`,
        i === 9999 ? { type: 'string', example: 'end' } : { $ref: `#/components/schemas/s${i + 1}` },
      ]),
    );
    const nested = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [
        `s${i}`,
        { type: 'object', properties: { a: { $ref: `#/components/schemas/s${(i + 1) % 10_000}` } } },
      ]),
    );
    const wide = { s0: { allOf: Array.from({ length: 1000 }, () => ({ $ref: '#/components/schemas/s0' })) } };
    for (const schemas of [chain, nested, wide]) {
      const response = await imported(server, spec({ $ref: '#/components/schemas/s0' }, { schemas }));
      expect(response).toMatchObject({ status: 200, requestCount: 1 });
    }
  });

  it('cannot reach prototypes', async () => {
    const server = sharedServer();
    const text = spec({ type: 'object', properties: { ok: { type: 'string' } } }).replace(
      '"openapi"',
      '"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "openapi"',
    );
    const { content } = await imported(
      server,
      text.replace('"properties":{', '"properties":{"__proto__":{"type":"string"},'),
    );
    expect(content).toContain('"__proto__"');
    const data =
      '{"_type": "export", "__export_format": 4, "__proto__": {"polluted": 1}, "resources": [{"__proto__": {"_type": "request"}, "_id": "__proto__"}]}';
    expect(await sent(server, 'clientexport', { data })).toMatchObject({ status: 200, requestCount: 0 });
    const refused = await server.call('POST', '/import/curl', {
      body: '{"__proto__": {"command": "curl http://h"}}',
    });
    expect(refused.json).toEqual({ error: 'Bad Request', message: 'key not allowed: __proto__' });
    const { json } = await server.get('/system/info');
    expect(Object.keys(json as object)).not.toContain('polluted');
  });
});

describe('references to other documents', () => {
  it('are neither read nor fetched, whatever the operator allows', async () => {
    const outside = await temporaryWorkspace({ 'secret.json': '{"type": "string", "example": "pumpkin"}' });
    const trap = await rawServer((socket) => socket.end());
    const server = await startServer({
      args: ['--allow-private-network'],
      files: { 'inside.json': '{"type": "string", "example": "pumpkin"}' },
    });
    const references = [
      'inside.json',
      './inside.json#/x',
      '../secret.json',
      join(outside, 'secret.json'),
      `file://${outside}/secret.json`,
      '/etc/passwd',
      `${trap.url}/schema.json`,
      `//127.0.0.1:${trap.port}/x`,
      'http://169.254.169.254/latest/meta-data',
    ];
    for (const $ref of references) {
      const { status, content, warnings } = await imported(server, spec({ $ref }));
      expect([$ref, status]).toEqual([$ref, 200]);
      expect(content).not.toMatch(/pumpkin|root:/);
      expect(warnings).toEqual([expect.stringContaining('references to other documents are not followed')]);
    }
    expect(trap.sockets).toEqual([]);
  });
});
