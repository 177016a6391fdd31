import { describe, expect, it } from 'vitest';
import { printBuilt } from '../../request-file/print-built.js';
import { placeOfLoss, type ConvertOptions } from '../converted.js';
import { convertBruno, type BrunoOptions } from './convert-bruno.js';

const OPTIONS: BrunoOptions = { tests: true, saveBodies: true, perFolder: false };

async function converted(files: Readonly<Record<string, string>>, options: Partial<BrunoOptions> = {}) {
  const source = {
    name: 'shop',
    files: new Map(Object.entries(files)),
    others: new Set<string>(),
    losses: [],
    readOther: async (path: string) =>
      /(?:[xy]\.png|x\.bin)$/.test(path) ? Buffer.from(path) : { reason: 'is not there' },
  };
  const { files: made, losses, extras = [] } = await convertBruno(source, { ...OPTIONS, ...options });
  return {
    texts: Object.fromEntries(
      made.map(({ path, file }) => {
        const printed = printBuilt(file);
        if (!('text' in printed)) throw new Error(printed.difference);
        return [path, printed.text];
      }),
    ),
    losses: losses.map((loss) => `${placeOfLoss(loss)}: ${loss.reason}`),
    extras: Object.fromEntries(extras.map(({ path, content }) => [path, content.toString()])),
  };
}

const WRITE: Partial<BrunoOptions> & Pick<ConvertOptions, 'config'> = { perFolder: true, config: 'write' };

const OTHER_SETS = [
  '# @set ofFolder = b',
  '# @set captured = a',
  '# @set ofRequest = a',
  '# @set ofFolder = a',
  '# @set chosen = b when variable x truthy',
  '# @set chosen = a',
  '# @set dynamic = {{$timestampMs()}}',
];

const COLLECTION = {
  'bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
  'collection.bru':
    'headers {\n  X-Team: desk\n  X-Kept: yes\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{token}}\n}\n\nvars:pre-request {\n  page: 5\n  host: http://unused.test\n}\n',
  'environments/local.bru':
    'vars {\n  host: http://127.0.0.1:3000\n  home: {{process.env.HOME}}\n  price: ${5}\n}\nvars:secret [\n  token\n]\n',
  'environments/prod.bru': 'vars {\n  ~host: http://off.test\n  home: x\n}\n',
  'orders/folder.bru': 'meta {\n  name: All Orders\n  seq: 2\n}\n\nheaders {\n  x-team: orders\n}\n',
  'orders/Read.bru':
    'meta {\n  name: Read order\n  type: http\n  seq: 2\n  tags: [\n    smoke\n  ]\n}\n\nget {\n  url: {{host}}/orders/:id?page=1\n  body: none\n  auth: inherit\n}\n\nparams:query {\n  page: {{page}}\n  ~off: 1\n}\n\nparams:path {\n  id: 7\n}\n\nheaders {\n  ~X-Off: 1\n  Accept: application/json\n}\n\nsettings {\n  encodeUrl: true\n  timeout: 5000\n  followRedirects: false\n}\n\ndocs {\n  # One order\n  more\n}\n',
  'orders/Create.bru':
    'meta {\n  name: Create\n  type: http\n  seq: 1\n}\n\npost {\n  url: {{host}}/orders\n  body: json\n  auth: basic\n}\n\nauth:basic {\n  username: ada\n  password: x\n}\n\nbody:json {\n  {"a": "{{$guid}}"}\n}\n',
  'ping.bru':
    'meta {\n  name: Ping\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{host}}/ping\n  body: none\n  auth: none\n}\n',
};

describe('convertBruno', () => {
  it('writes one file per folder, with environments as settings', async () => {
    const { texts, losses, extras } = await converted(COLLECTION, WRITE);
    expect(losses).toEqual([]);
    expect(Object.keys(texts)).toEqual(['Shop.http', 'All_Orders.http']);
    expect(texts['Shop.http']).toBe(`# Shop (imported from bruno)

@page = 5

### Ping
GET {{host}}/ping
X-Team: desk
X-Kept: yes
`);
    expect(texts['All_Orders.http']).toBe(`# Shop (imported from bruno)
# Needs: token

@page = 5
@id = 7

### All Orders - Create
# ==== All Orders ====
# @name Create
# @auth basic ada, x
POST {{host}}/orders
X-Kept: yes
x-team: orders
Content-Type: application/json

{"a": "{{$uuid()}}"}

### All Orders - Read order
# @name Read_order
# @description One order
# @tags smoke
# @timeout 5000
# @no-redirect
# @auth bearer {{token}}
GET {{host}}/orders/{{id}}
? page = {{page}}
X-Kept: yes
x-team: orders
Accept: application/json
`);
    expect(extras).toEqual({
      'service.yaml': `# Environments (imported from bruno)
defaultEnvironment: local
secrets: [token]
environments:
  local:
    host: http://127.0.0.1:3000
    home: "{{$processEnv HOME}}"
    price: "$\${5}"
  prod:
    host: http://unused.test
    home: x
`,
    });
  });

  it('takes the variables of the first environment into a single file, and names the others', async () => {
    const { texts, losses, extras } = await converted(COLLECTION);
    expect(texts['']).toContain(
      '@host = http://127.0.0.1:3000\n@home = {{$processEnv HOME}}\n@price = ${5}\n',
    );
    expect(texts['']?.match(/^### .*$/gm)).toEqual([
      '### Ping',
      '### All Orders - Create',
      '### All Orders - Read order',
    ]);
    expect(losses).toEqual([
      'environments/prod.bru: the environment prod is left out: a file has the variables of one only; write to a directory to keep all',
    ]);
    expect(extras).toEqual({});
  });

  it.each([
    ['body: text', 'body:text {\n  a\n    b\n}', 'Content-Type: text/plain\n\na\n  b\n'],
    ['body: formUrlEncoded', 'body:form-urlencoded {\n  a b: {{x}}\n  ~off: 1\n}', '\n& a b = {{x}}\n'],
    [
      'body: multipartForm',
      'body:multipart-form {\n  a: 1\n  f: @file(x.png|y.png) @contentType(image/png)\n}',
      '>>>multipart\nfield a = 1\nfile f @./x.png; type=image/png\nfile f @./y.png; type=image/png\n<<<\n',
    ],
    [
      'body: graphql',
      'body:graphql {\n  { me { id } }\n}\n\nbody:graphql:vars {\n  {"a": 1}\n}',
      '>>>graphql\n{ me { id } }\n<<<\n\n>>>variables\n{"a": 1}\n<<<\n',
    ],
    [
      'body: file',
      'body:file {\n  file: @file(data/x.bin) @contentType(x/y)\n}',
      'Content-Type: x/y\n\n< ./data/x.bin\n',
    ],
  ])('converts %s', async (mode, block, expected) => {
    const { texts, losses } = await converted({
      'a.bru': `post {\n  url: http://a.test\n  ${mode}\n}\n\n${block}\n`,
    });
    expect(losses).toEqual([]);
    expect(texts['']).toContain(expected);
  });

  it('copies the files of bodies, and names those that it cannot copy', async () => {
    const files = {
      'a.bru': `post {\n  url: http://a.test\n  body: multipartForm\n}\n\nbody:multipart-form {\n  f: @file(x.png|none.png|/tmp/y.png)\n  g: @file({{p}}.png)\n}\n`,
    };
    const made = await converted(files);
    expect(made.extras).toEqual({ 'x.png': 'x.png' });
    expect(made.texts['']).toContain('# Needs: ./none.png, ');
    expect(made.losses).toEqual([
      'a.bru: the file ./none.png is not there',
      'a.bru: the file /tmp/y.png lies outside of the folder and is not copied',
    ]);
    const printed = await converted(files, { saveBodies: false });
    expect(printed.extras).toEqual({});
    expect(printed.losses).toContain('a.bru: the file ./x.png is not part of the output; use -o to copy it');
  });

  it('takes constants of scripts of the collection as variables where nothing else has the name', async () => {
    const script = (lines: string) => `script:pre-request {\n${lines}\n}\n`;
    const collection = {
      'bruno.json': '{"version": "1", "name": "Shop"}',
      'collection.bru': script(
        [
          'bru.setVar("plain", "a");',
          'bru.setVar("captured", "a");',
          'bru.setVar("ofRequest", "a");',
          'bru.setVar("ofFolder", "a");',
          'if (bru.getVar("x")) { bru.setVar("chosen", "b"); }',
          'bru.setVar("chosen", "a");',
          'bru.setVar("dynamic", Date.now());',
        ].join('\n'),
      ),
      'orders/folder.bru': 'vars:pre-request {\n  ofFolder: b\n}\n',
      'orders/a.bru': `get {\n  url: http://a.test\n}\n\nvars:post-response {\n  captured: res.body.a\n}\n`,
      'orders/b.bru': `get {\n  url: http://a.test/{{plain}}\n}\n\n${script('bru.setVar("ofRequest", "b");')}`,
    };
    const { texts, losses } = await converted(collection);
    expect(losses).toEqual([]);
    expect(texts['']?.match(/^@.*$/gm)).toEqual(['@plain = a']);
    expect(texts['']?.match(/^# @set .*$/gm)).toEqual([...OTHER_SETS, ...OTHER_SETS, '# @set ofRequest = b']);
  });

  it.each([
    ['apikey', 'key: X-Key\n  value: v\n  placement: queryparams', '# @auth apiKeyQuery X-Key, v'],
    ['digest', 'username: u\n  password: p', '# @auth digest u, p'],
    [
      'oauth2',
      'grant_type: client_credentials\n  access_token_url: http://a.test/t\n  client_id: i\n  client_secret: s\n  scope: a b',
      '# @auth oauth2 client_credentials http://a.test/t, i, s, a,b',
    ],
    [
      'awsv4',
      'accessKeyId: A\n  secretAccessKey: S\n  service: s3\n  region: eu',
      '# @auth cloudsig A, S, eu, s3',
    ],
  ])('converts the authentication %s', async (mode, parts, expected) => {
    const { texts } = await converted({
      'a.bru': `get {\n  url: http://a.test\n  auth: ${mode}\n}\n\nauth:${mode} {\n  ${parts}\n}\n`,
    });
    expect(texts['']).toContain(expected.split(' ').slice(0, 3).join(' '));
  });

  it('names what has no counterpart, with its file and line', async () => {
    const { texts, losses } = await converted({
      'a.bru':
        'meta {\n  name: A\n}\n\nget {\n  url: http://a.test\n  auth: ntlm\n}\n\nauth:ntlm {\n  username: u\n}\n\nstray\n',
      'b.bru': 'meta {\n  name: B\n  type: grpc\n}\n\ngrpc {\n  url: grpc://a.test\n}\n',
      'c.bru': 'nothing of a request\n',
      'd.bru': 'get {\n  url: http://a.test/{{$randomNothing}}\n}\n',
    });
    expect(losses.toSorted()).toEqual([
      'a.bru:10: authentication of the type ntlm has no counterpart',
      'a.bru:14: the line belongs to no block and is left out',
      'b.bru: grpc requests have no counterpart',
      'c.bru: the file has no request',
      'c.bru:1: the line belongs to no block and is left out',
      'd.bru: {{$randomNothing}} has no counterpart',
    ]);
    expect(texts['']?.match(/^### .*$/gm)).toEqual(['### A', '### d']);
  });

  it.each([
    ['{"proxy": {"enabled": true, "hostname": "p.test"}}', ['bruno.json: a proxy has no counterpart']],
    ['{"proxy": {"enabled": false, "hostname": "p.test"}}', []],
    ['{"clientCertificates": {"certs": [{}]}}', ['bruno.json: client certificates have no counterpart']],
    ['{"name": ', ['bruno.json: the file is not valid JSON at line 1, column 10']],
  ])('names settings of the client that have no counterpart: %s', async (settings, expected) => {
    const request = 'get {\n  url: http://a.test\n}\n';
    const { losses } = await converted({ 'bruno.json': settings, 'a.bru': request });
    expect(losses).toEqual(expected);
  });

  it('reads OpenCollection, as files and bundled', async () => {
    const read = (pointer: string) => `${pointer}info: {name: Read, type: http, seq: 1}
${pointer}http:
${pointer}  method: GET
${pointer}  url: http://a.test/:id
${pointer}  headers: [{name: A, value: b}, {name: Off, value: x, disabled: true}]
${pointer}  params: [{name: id, value: "7", type: path}, {name: q, value: x, type: query}]
${pointer}  body: {type: json, data: '{"a": 1}'}
${pointer}  auth: inherit
`;
    const expected = 'GET http://a.test/{{id}}\n? q = x\nA: b\nContent-Type: application/json\n\n{"a": 1}\n';
    const shared = 'request:\n  auth: {type: bearer, token: "{{t}}"}\n';
    const separate = await converted({
      'opencollection.yml': `opencollection: 1.0.0\ninfo: {name: Shop}\n${shared}config: {proxy: {disabled: false, config: {hostname: p.test}}, clientCertificates: [{}]}\n`,
      'orders/folder.yml': 'info: {name: Orders}\n',
      'orders/read.yml': read(''),
      'notes.yml': 'a: 1\n',
      'broken.yml': 'a: [\n',
    });
    expect(separate.texts['']).toContain(`# @auth bearer {{t}}\n${expected}`);
    expect(separate.texts['']).toContain('### Orders - Read\n');
    expect(separate.losses.toSorted()).toEqual([
      expect.stringMatching(/^broken\.yml: the file is not valid YAML/),
      'opencollection.yml: /config: a proxy has no counterpart',
      'opencollection.yml: /config: client certificates have no counterpart',
    ]);
    const bundled = await converted({
      'opencollection.yml': `opencollection: 1.0.0\ninfo: {name: Shop}\n${shared}items:\n  - info: {name: Orders}\n    items:\n      -\n${read('        ')}`,
    });
    expect(bundled.texts['']).toContain(expected);
    expect(bundled.losses).toEqual([]);
  });

  it('refuses what is no collection', async () => {
    await expect(converted({ 'a.yml': 'a: 1\n', 'b.yml': 'a: 1\n' })).rejects.toThrow(
      /^not a Bruno collection/,
    );
  });
});
