import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadUrl } from '../../support/servers/dead-url.js';
import { loopback } from '../../support/runs/run-requests.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const PARCELS = `openapi: 3.1.0
info: { title: Desk, version: "1" }
servers: [{ url: "https://desk.example.test/v1" }]
paths:
  /parcels:
    get: { tags: [parcels], operationId: list }
    post: { tags: [parcels] }
  /parcels/{id}:
    get: { tags: [parcels] }
    delete: {}
`;
const SWAGGER = JSON.stringify({
  swagger: '2.0',
  basePath: '/v1',
  paths: { '/parcels': { get: {} }, '/parcels/{id}': { get: {} } },
});
const env = { SVC_NO_HISTORY: '1' };

async function workspace(document = PARCELS) {
  const { url } = await loopback(({ path }) => (path.endsWith('/404') ? 404 : 200));
  const file = `### list
GET ${url}/v1/parcels?limit=2

### one
GET ${url}/v1/parcels/41

### none
GET ${url}/v1/parcels/404

>>>
expect status == 404
<<<

### elsewhere
GET ${url}/v2/parcels?token=x

### not sent
# @skip no
DELETE ${url}/v1/parcels/41

### not answered
POST ${await deadUrl()}/v1/parcels

>>>
expect status exists
<<<
`;
  return temporaryWorkspace({ 'a.http': file, 'desk.yaml': document, 'desk.json': document });
}

const TEXT = `API coverage: desk.yaml
  2 of 4 operations (50.0%)
  parcels  2 of 3
  [x] GET    /parcels        200
  [ ] POST   /parcels
  [x] GET    /parcels/{id}   200, 404
  [ ] DELETE /parcels/{id}
  Calls that match no operation:
      GET /v2/parcels
`;

describe('svc run --coverage', () => {
  it('prints after the console report, else on standard error, and adds to the results', async () => {
    const cwd = await workspace();
    const args = ['run', 'a.http', '--coverage', '--openapi', 'desk.yaml'];
    const text = await runInProcess([...args, '--report', 'console=out.txt'], { cwd, env });
    expect(text.stdout).toMatch(/Time: {2}[\d.]+m?s\n\n/);
    expect(text.stdout.endsWith(`\n\n${TEXT}`)).toBe(true);
    expect((await readFile(join(cwd, 'out.txt'), 'utf8')).endsWith(`\n\n${TEXT}`)).toBe(true);
    const json = await runInProcess([...args, '-o', 'json'], { cwd, env });
    expect(json.stderr).toBe(TEXT);
    expect(JSON.parse(json.stdout)).toMatchObject({
      coverage: {
        spec: 'desk.yaml',
        total: 4,
        covered: 2,
        percent: 50,
        tags: { parcels: { total: 3, covered: 2 } },
        operations: [
          { method: 'GET', path: '/parcels', operationId: 'list', covered: true, statuses: [200] },
          { method: 'POST', covered: false },
          { method: 'GET', path: '/parcels/{id}', statuses: [200, 404] },
          { method: 'DELETE', covered: false },
        ],
        unmatched: ['GET /v2/parcels'],
      },
    });
    expect((await runInProcess([...args, '-o', 'json', '-q'], { cwd, env })).stderr).toBe('');
  });

  it('ends with 1 below --coverage-min or coverage.min', async () => {
    const cwd = await workspace();
    const args = [
      'run',
      'a.http',
      '-n',
      '[lo]*',
      '-n',
      'list',
      '-n',
      'one',
      '--coverage',
      '--openapi',
      'desk.yaml',
      '-q',
    ];
    expect((await runInProcess([...args, '--coverage-min', '50'], { cwd, env })).code).toBe(0);
    const below = await runInProcess([...args, '--coverage-min', '50.1'], { cwd, env });
    expect([below.code, below.stderr]).toEqual([
      1,
      'Error: API coverage is 50.0%, below the minimum of 50.1%\n',
    ]);
    const config = await temporaryWorkspace({
      'a.http': await readFile(join(cwd, 'a.http'), 'utf8'),
      'api/desk.yaml': PARCELS,
      'service.yaml': 'coverage: { openapi: api/desk.yaml, min: 80 }\n',
    });
    expect(
      (await runInProcess(['run', 'a.http', '-n', 'list', '--coverage', '-q'], { cwd: config, env })).code,
    ).toBe(1);
    expect((await runInProcess(['run', 'a.http', '-n', 'list'], { cwd: config, env })).code).toBe(0);
  });

  it('reads JSON, version 2.0, and documents over HTTP', async () => {
    const cwd = await workspace(SWAGGER);
    const args = ['run', 'a.http', '-n', 'list', '--coverage', '--openapi'];
    expect((await runInProcess([...args, 'desk.json'], { cwd, env })).stdout).toContain(
      '1 of 2 operations (50.0%)',
    );
    const server = await loopback(({ path }) => {
      if (path === '/moved') return { status: 302, headers: { Location: '/desk' } };
      return path === '/desk' ? { text: PARCELS } : 404;
    });
    const online = await runInProcess([...args, `${server.url}/moved`], { cwd, env });
    expect(online.stdout).toContain(`API coverage: ${server.url}/moved\n  1 of 4 operations (25.0%)\n`);
    const missing = await runInProcess([...args, `${server.url}/gone`], { cwd, env });
    expect([missing.code, missing.stderr]).toEqual([
      3,
      `Error: ${server.url}/gone responded with status 404\n`,
    ]);
    expect((await runInProcess([...args, `${await deadUrl()}/x`], { cwd, env })).code).toBe(4);
  });

  it('refuses what is no API description before anything is sent', async () => {
    const { url, seen } = await loopback();
    const files = { 'a.http': `GET ${url}\n`, 'a.yaml': 'openapi: 9\n', 'b.yaml': 'a: [', 'c.yaml': '- 1\n' };
    const cwd = await temporaryWorkspace(files);
    for (const [name, message] of [
      ['a.yaml', 'a.yaml is not an OpenAPI document of version 2.0, 3.0 or 3.1'],
      ['b.yaml', 'b.yaml is not valid YAML at line '],
      ['c.yaml', 'c.yaml is not an OpenAPI document'],
    ] as const) {
      const { code, stderr } = await runInProcess(['run', 'a.http', '--coverage', '--openapi', name], {
        cwd,
        env,
      });
      expect([name, code]).toEqual([name, 3]);
      expect(stderr).toContain(message);
    }
    expect(seen).toEqual([]);
  });

  it('warns of flags that have no effect without it', async () => {
    const cwd = await workspace();
    const { stderr } = await runInProcess(['run', 'a.http', '-n', 'list', '--coverage-min', '90'], {
      cwd,
      env,
    });
    expect(stderr).toBe('Warning: --coverage-min has no effect without --coverage\n');
  });
});
