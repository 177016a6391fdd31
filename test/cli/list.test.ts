import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const ORDERS = `### Create order
# @name createOrder
# @tags write, Smoke
# @description Makes an order
POST http://127.0.0.1:1/orders
? dry = true
Content-Type: application/json

{"a": 1}

>>>
expect status 201
<<<

### Read order
# @tags read
GET http://127.0.0.1:1/orders/1
`;
const FILES = { 'orders.http': ORDERS, 'plain.spec': 'GET http://127.0.0.1:1/plain\n' };

interface Listed {
  readonly file: string;
  readonly requests: readonly { readonly name: string; readonly method: string }[];
}

const NO_FILE = 'no request in the current directory: there is no .http, .rest or .spec file';

async function listed(args: readonly string[], env: Record<string, string> = {}): Promise<string[]> {
  const cwd = await temporaryWorkspace(FILES);
  const { stdout } = await runInProcess(['list', '--json', ...args], { cwd, env });
  return (JSON.parse(stdout) as Listed[]).flatMap(({ file, requests }) =>
    requests.map(({ name, method }) => `${file}: ${name || method}`),
  );
}

const CREATE = 'orders.http: createOrder';
const READ = 'orders.http: Read order';
const PLAIN = 'plain.spec: GET';

describe('svc list', () => {
  it('prints files, names, tags and a count', async () => {
    const cwd = await temporaryWorkspace(FILES);
    expect(await runInProcess(['list'], { cwd })).toEqual({
      code: 0,
      signal: null,
      stderr: '',
      stdout: `orders.http
- createOrder  POST http://127.0.0.1:1/orders
    tags: write, Smoke
- Read order  GET http://127.0.0.1:1/orders/1
    tags: read

plain.spec
- GET http://127.0.0.1:1/plain

3 requests in 2 files
`,
    });
  });

  it('prints the promised JSON', async () => {
    const cwd = await temporaryWorkspace(FILES);
    const [orders, plain] = JSON.parse((await runInProcess(['list', '--json'], { cwd })).stdout) as Listed[];
    expect(orders?.file).toBe('orders.http');
    expect(Object.keys(orders?.requests[0] ?? {}).slice(0, 6)).toEqual([
      'name',
      'method',
      'url',
      'line',
      'tags',
      'description',
    ]);
    expect(orders?.requests[0]).not.toHaveProperty('layout');
    expect(orders?.requests[0]).toMatchObject({
      name: 'createOrder',
      method: 'POST',
      url: 'http://127.0.0.1:1/orders',
      line: 1,
      tags: ['write', 'Smoke'],
      description: 'Makes an order',
      requestLine: 5,
      headers: [{ key: 'Content-Type', value: 'application/json', line: 7 }],
      queryParams: [{ key: 'dry', value: 'true', line: 6 }],
      body: { contentType: 'json', raw: '{"a": 1}', line: 9 },
      assertions: [{ subject: 'status', operator: 'equals', expected: 201, line: 12, raw: '201' }],
      captures: [],
    });
    expect(plain?.requests[0]).toMatchObject({
      name: '',
      tags: [],
      description: '',
      headers: [],
      body: null,
    });
  });

  it.each([
    [[], [CREATE, READ, PLAIN]],
    [['-n', 'create*'], [CREATE]],
    [
      ['-n', 'create*', '-n', 'Read ?rder'],
      [CREATE, READ],
    ],
    [['-n', 'GET *'], [PLAIN]],
    [['-t', 'smoke'], [CREATE]],
    [
      ['-t', 'READ, smoke'],
      [CREATE, READ],
    ],
    [
      ['--exclude-tags', 'write'],
      [READ, PLAIN],
    ],
    [['-t', 'smoke,read', '--exclude-tags=write', '-n', '*'], [READ]],
    [['-t', 'write', 'plain.spec', 'orders.http'], [CREATE]],
    [
      ['plain.spec', 'orders.http'],
      [PLAIN, CREATE, READ],
    ],
    [['-n', 'createorder'], []],
  ])('selects with %j', async (args, expected) => {
    expect(await listed(args)).toEqual(expected);
  });

  it('takes tags from the environment, below the flag', async () => {
    expect(await listed([], { SVC_TAGS: 'read' })).toEqual([READ]);
    expect(await listed(['-t', 'write'], { SVC_TAGS: 'read' })).toEqual([CREATE]);
    expect(await listed([], { SVC_EXCLUDE_TAGS: 'write,read' })).toEqual([PLAIN]);
  });

  it('names unparsable and missing files on stderr and lists the rest', async () => {
    const cwd = await temporaryWorkspace({
      ...FILES,
      'bad.http': 'GTE http://127.0.0.1:1/\n',
      'notes.txt': 'x',
    });
    const args = ['list', '--json', '.', 'gone.http', 'notes.txt'];
    const { code, stdout, stderr } = await runInProcess(args, { cwd });
    expect(code).toBe(2);
    expect((JSON.parse(stdout) as Listed[]).map(({ file }) => file)).toEqual(['orders.http', 'plain.spec']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const [i, part] of ['gone.http', 'notes.txt', 'bad.http:1:1: error unknown_method'].entries()) {
      expect(lines[i]).toMatch(/^Error: /);
      expect(lines[i]).toContain(part);
    }
  });

  it('lists files whose names clash, and refuses a config file that is named', async () => {
    const twice = '### a\nGET http://127.0.0.1:1/\n';
    const cwd = await temporaryWorkspace({ 'a.http': `${twice}${twice}`, 'service.yaml': 'timeout: 1\n' });
    expect((await runInProcess(['list'], { cwd })).code).toBe(0);
    const { code, stderr } = await runInProcess(['list', 'service.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('service.yaml is not a request file');
  });

  it('prints a whole document for an empty directory', async () => {
    const cwd = await temporaryWorkspace();
    for (const [args, stdout] of [
      [['--json'], '[]\n'],
      [[], '0 requests in 0 files\n'],
      [['-q'], ''],
      [['-t', 'smoke'], '0 requests in 0 files\n'],
    ] as const) {
      const listed = await runInProcess(['list', ...args], { cwd });
      expect(listed).toMatchObject({ code: 64, stdout, stderr: expect.stringContaining(NO_FILE) });
    }
  });

  it('escapes control characters of names and URLs', async () => {
    const cwd = await temporaryWorkspace({
      'a.http': '### x\u001b[2J\u202e\nGET http://127.0.0.1:1/\u0007\n',
    });
    const text = await runInProcess(['list'], { cwd });
    expect(text.stdout).toContain('- x\\u001b[2J\\u202e  GET http://127.0.0.1:1/\\u0007');
    const json = await runInProcess(['list', '--json'], { cwd });
    expect(json.stdout).toContain('\\u202e');
    const [file] = JSON.parse(json.stdout) as Listed[];
    expect(file?.requests[0]?.name).toBe('x\u001b[2J\u202e');
  });
});
