import { describe, expect, it } from 'vitest';
import { printBuilt } from '../../request-file/print-built.js';
import { placeOfLoss, type ConvertOptions } from '../converted.js';
import { convertHttp } from './convert-http.js';

const OPTIONS: ConvertOptions = { tests: true, saveBodies: true, config: 'write' };

async function converted(files: Readonly<Record<string, string>>, options: Partial<ConvertOptions> = {}) {
  const others = new Map([['data/x.bin', new Uint8Array([0, 255])]]);
  const source = {
    name: 'requests',
    files: new Map(Object.entries(files)),
    others: new Set(others.keys()),
    losses: [],
    readOther: async (path: string) => others.get(path) ?? { reason: 'is not there' },
  };
  const { files: made, losses, extras = [] } = await convertHttp(source, { ...OPTIONS, ...options });
  return {
    texts: Object.fromEntries(
      made.map(({ path, file, text }) => {
        const printed = printBuilt(file);
        return [path, text ?? ('text' in printed ? printed.text : printed.difference)];
      }),
    ),
    losses: losses.map((loss) => `${placeOfLoss(loss)}: ${loss.reason}`),
    extras: Object.fromEntries(extras.map(({ path, content }) => [path, content])),
  };
}

describe('convertHttp', () => {
  it('writes what scripts check and store as blocks, and names what is lost', async () => {
    const { texts, losses } = await converted({
      'api.http': `### Sign in
POST {{host}}/session

{"user": "ada"}

> {%
  client.test("signed in", function () {
    client.assert(response.status === 201, "status");
  });
  client.global.set("token", response.body.token);
  track(response);
%}

### Me
GET {{host}}/me
Authorization: Bearer {{token}}
`,
    });
    expect(texts['api.http']).toBe(`### Sign in
POST {{host}}/session

{"user": "ada"}

>>>
# signed in
expect status == 201
<<<

>>>capture
global token from body.token
<<<

### Me
GET {{host}}/me
Authorization: Bearer {{token}}
`);
    expect(losses).toEqual(['api.http:11: track is not understood']);
  });

  it('renames .rest files and what names them, and finds scripts in files', async () => {
    const { texts, losses } = await converted({
      'a.rest': '### A\n# @depends ./b.rest#Login\nGET http://a.test\n\n> ./check.js\n',
      'b.http': '### Other\nGET http://b.test\n',
      'b.rest': '### Login\nGET http://b.test\n',
      'check.js': 'client.assert(response.status === 204);\n',
    });
    expect(Object.keys(texts)).toEqual(['a.http', 'b.http', 'b_2.http']);
    expect(texts['a.http']).toContain('>>>\nexpect status == 204\n<<<\n');
    expect(losses).toEqual([]);
  });

  it('makes requests of other files depend on those that set a global, in the file only if wanted', async () => {
    const files = {
      'auth/login.http':
        '### Log in\nPOST http://a.test\n\n> {% client.global.set("token", response.body.t); %}\n\n### Again\nGET http://a.test/{{token}}\n',
      'orders/read.http':
        '@bearer = Bearer {{token}}\n\n### Read\nGET http://a.test\nAuthorization: {{bearer}}\n',
    };
    const { texts } = await converted(files);
    expect(texts['orders/read.http']).toContain('# @depends ../auth/login.http#Log_in\n');
    expect(texts['auth/login.http']).toContain('### Log in\n# @name Log_in\n');
    expect(texts['auth/login.http']).not.toContain('@depends');
    const chained = await converted(files, { chain: true });
    expect(chained.texts['auth/login.http']).toContain('### Again\n# @depends Log_in\n');
  });

  it('takes environment files as settings, without private values', async () => {
    const { texts, extras, losses } = await converted({
      'a.http': '### A\nGET {{host}}/{{key}}\n',
      'http-client.env.json':
        '{"$shared": {"size": 5}, "dev": {"host": "http://a.test", "price": "${5}"}, "prod": {"host": "http://b.test"}}',
      'http-client.private.env.json': '{"dev": {"key": "hunter22"}}',
      'sub/http-client.env.json': '{"dev": {"host": "http://other.test"}}',
    });
    expect(extras).toEqual({
      'service.yaml': `# Environments (imported from http)
secrets: [key]
environments:
  dev:
    size: 5
    host: http://a.test
    price: "$\${5}"
  prod:
    size: 5
    host: http://b.test
`,
    });
    expect(texts['a.http']).toContain('# Needs: key\n');
    expect(JSON.stringify([texts, extras])).not.toContain('hunter22');
    expect(losses).toEqual([
      'sub/http-client.env.json: another file gives host of dev another value, which is used',
    ]);
  });

  it('writes no public value that a private one hides, and says so', async () => {
    const { extras, losses } = await converted({
      'a.http': '### A\nGET {{host}}/{{key}}\n',
      'http-client.env.json':
        '{"$shared": {"size": 5}, "dev": {"host": "http://a.test", "key": "public"}, "prod": {"key": "other"}}',
      'http-client.private.env.json': '{"dev": {"key": "hunter22", "size": "hunter33"}}',
    });
    expect(extras).toEqual({
      'service.yaml': `# Environments (imported from http)
secrets: [key, size]
environments:
  dev:
    host: http://a.test
  prod:
    size: 5
    key: other
`,
    });
    expect(losses).toEqual([
      'http-client.env.json: key of dev is hidden by a private value and is not written',
      'http-client.env.json: size of dev is hidden by a private value and is not written',
    ]);
  });

  it('keeps what it cannot use of environments in sight', async () => {
    const broken = await converted({ 'a.http': 'GET http://a.test\n', 'http-client.env.json': '{"dev": 5}' });
    expect(broken.losses).toEqual(['http-client.env.json:1: expected an object of variables for "dev"']);
    const existing = await converted({
      'a.http': 'GET http://a.test\n',
      'http-client.env.json': '{"dev": {"a": 1}}',
      'service.yaml': 'timeout: 5\n',
    });
    expect(existing.losses).toEqual([
      'http-client.env.json: the environments are left out: service.yaml exists already',
    ]);
  });

  it('copies files that requests name, and writes other constructs in its own forms', async () => {
    const { texts, extras } = await converted({
      'a.http':
        '### A\nPOST http://a.test\nAuthorization: Basic ada secret1\n\n< ./data/x.bin\n\n?? status == 200\n\n### B\nGRAPHQL http://a.test/graphql\n\n{ me { id } }\n',
    });
    expect(extras).toEqual({ 'data/x.bin': new Uint8Array([0, 255]) });
    expect(texts['a.http']).toBe(`### A
# @auth basic ada, secret1
POST http://a.test

< ./data/x.bin

>>>
expect status == 200
<<<

### B
POST http://a.test/graphql

>>>graphql
{ me { id } }
<<<
`);
  });

  it.each([
    ['./data/none.bin', 'is not there'],
    ['../x.bin', 'lies outside of the folder and is not copied'],
    ['/etc/hostname', 'lies outside of the folder and is not copied'],
    ['./service.yaml', 'may hold settings or secrets and is not copied'],
    ['./.git/config', 'may hold settings or secrets and is not copied'],
    ['./http-client.private.env.json', 'may hold settings or secrets and is not copied'],
  ])('names the file %s, which it does not copy, once', async (path, reason) => {
    const { extras, losses } = await converted({
      'a.http': `### A\nPOST http://a.test\n\n< ${path}\n\n### B\nPOST http://a.test\n\n< ${path}\n`,
      'http-client.private.env.json': '{}',
    });
    expect(extras).toEqual({});
    expect(losses).toContain(`a.http:1: the file ${path} ${reason}`);
    expect(losses.filter((loss) => loss.includes(path))).toHaveLength(1);
  });

  it('gives requests of one name distinct names where they are meant', async () => {
    const { texts } = await converted({
      'a.http':
        '### A\n# @name login\nGET http://a.test/1\n\n### B\nGET http://a.test/{{login.response.body.id}}\n\n### C\n# @name login\nGET http://a.test/2\n\n### D\nGET http://a.test/{{login.response.body.id}}\n',
    });
    expect(texts['a.http']?.match(/^(?:# @name|GET) .*$/gm)).toEqual([
      '# @name login',
      'GET http://a.test/1',
      'GET http://a.test/{{login.response.body.id}}',
      '# @name login_2',
      'GET http://a.test/2',
      'GET http://a.test/{{login_2.response.body.id}}',
    ]);
  });

  it('needs a request file', async () => {
    await expect(converted({ 'a.js': '' })).rejects.toThrow(/found no \.http or \.rest file/);
  });

  it('writes tokens in headers as secret variables', async () => {
    const { texts, losses } = await converted({
      'a.http': `@jwt = eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl

### Me
GET http://a.test/me
Authorization: Bearer abcdefghijkl

### Other
# @name other
GET http://a.test/other
# who
authorization: Token abcdefghijkl
X-Use: {{Me_token}}

> {% client.assert(response.status === 200); %}

### Basic
GET http://a.test/basic
Authorization: Basic ada longpassword

### Short
GET http://a.test/short
Authorization: Bearer {{jwt}}
`,
    });
    expect(texts['a.http']).toBe(`@secret jwt = eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl
@secret Me_token_2 = abcdefghijkl
@secret Basic_password = longpassword

### Me
GET http://a.test/me
Authorization: Bearer {{Me_token_2}}

### Other
# @name other
GET http://a.test/other
# who
authorization: Token {{Me_token_2}}
X-Use: {{Me_token}}

>>>
expect status == 200
<<<

### Basic
# @auth basic ada, {{Basic_password}}
GET http://a.test/basic

### Short
GET http://a.test/short
Authorization: Bearer {{jwt}}
`);
    expect(losses).toEqual([]);
  });

  it.each([
    ['> {% pm2.x() %}', 'pm2.x is not understood'],
    ['> {%lua x() %}', 'the script is written in Lua'],
    ['> ./none.js', 'the script ./none.js does not exist or lies outside the workspace'],
    ['?? md5 == 1', 'this `??` check: its subject is not read'],
  ])('says what is lost of %s', async (line, reason) => {
    const { losses } = await converted({ 'a.http': `GET http://a.test\n\n${line}\n` });
    expect(losses).toEqual([`a.http:3: ${reason}`]);
  });

  it('writes a body with boundaries as a block where it includes files', async () => {
    const upload = (...parts: string[]) =>
      `### A\nPOST http://a.test\nContent-Type: multipart/form-data; boundary=B\nX-A: 1\n\n${parts.map((part) => `--B\nContent-Disposition: form-data; ${part}\n`).join('')}--B--\n`;
    const file = 'name="data"; filename="other.bin"\nContent-Type: x/y\n\n< ./data/x.bin';
    const { texts, losses, extras } = await converted({
      'a.http': upload('name="note"\nContent-Type: text/plain\n\ntwo\nlines', file),
      'b.http': upload('name="note"\nX-Other: 1\n\nhello', file),
    });
    expect(texts['a.http']).toBe(
      '### A\nPOST http://a.test\nX-A: 1\n\n>>>multipart\nfield note = two{{$base64Decode(Cg==)}}lines\nfile data @./data/x.bin; type=x/y; filename=other.bin\n<<<\n',
    );
    expect(extras).toHaveProperty(['data/x.bin']);
    expect(texts['b.http']).toContain('\n< ./data/x.bin\n--B--');
    expect(losses).toEqual(['b.http:15: `< file` counts only as the whole body']);
  });
});
