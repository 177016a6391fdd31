/** Folders of other tools in which every text that matters holds the word LEAF. */
import * as fc from 'fast-check';

export type Folder = Readonly<Record<string, string>>;

const block = (name: string, ...lines: string[]): string => `${name} {\n  ${lines.join('\n  ')}\n}\n`;

/** Some of the blocks, at most one of each row. */
function someOf(...rows: readonly (readonly string[])[]): fc.Arbitrary<string> {
  const parts = rows.map((row) => fc.constantFrom('', ...row));
  return fc.tuple(...parts).map((chosen) => chosen.filter((part) => part !== '').join('\n'));
}

const AUTH = {
  bearer: ['token: LEAF'],
  basic: ['username: LEAF', 'password: LEAF'],
  digest: ['username: LEAF', 'password: LEAF'],
  apikey: ['key: X-LEAF', 'value: LEAF', 'placement: header'],
  awsv4: [
    'accessKeyId: LEAF',
    'secretAccessKey: LEAF',
    'sessionToken: LEAF',
    'service: LEAF',
    'region: LEAF',
    'profileName: LEAF',
  ],
  oauth2: [
    'grant_type: client_credentials',
    'access_token_url: http://LEAF.test',
    'client_id: LEAF',
    'client_secret: LEAF',
    'scope: LEAF',
  ],
  wsse: ['username: LEAF', 'password: LEAF'],
  ntlm: ['username: LEAF', 'password: LEAF', 'domain: LEAF'],
  hawk: ['id: LEAF'],
};
const BODIES = {
  json: block('body:json', '{"a": "LEAF"}'),
  text: block('body:text', 'LEAF', '  LEAF'),
  xml: block('body:xml', '<a>LEAF</a>'),
  sparql: block('body:sparql', 'SELECT LEAF'),
  formUrlEncoded: block('body:form-urlencoded', 'a: LEAF', 'b: LEAF'),
  multipartForm: block(
    'body:multipart-form',
    'a: LEAF',
    'b: LEAF @contentType(text/LEAF)',
    'f: @file(LEAF.png|LEAF) @contentType(image/LEAF)',
    'g: @file()',
  ),
  graphql: `${block('body:graphql', '{ LEAF }')}\n${block('body:graphql:vars', '{"a": "LEAF"}')}`,
  file: block('body:file', 'file: @file(LEAF.bin) @contentType(application/LEAF)'),
};
/** Names end with the level, since an inner level replaces what an outer one defines. */
const checks = (level: string) =>
  [
    [block('vars:pre-request', `a${level}: LEAF`, `b${level}: {{LEAF}}`)],
    [block('vars:post-response', `c${level}: res.body.LEAF`, `d${level}: someCall("LEAF")`)],
    [block('assert', 'res.body.LEAF: eq LEAF', 'res.status: in LEAF', 'LEAF: isLEAF')],
    [
      block(
        'tests',
        'test("LEAF", function () {',
        '  expect(res.body.LEAF).to.equal("LEAF");',
        '  someCall("LEAF");',
        '});',
      ),
      block('tests', 'const = "LEAF"'),
    ],
    [
      block(
        'script:pre-request',
        `bru.setVar("e${level}", "LEAF");`,
        'someCall("LEAF");',
        `req.setHeader("X-E${level}", "LEAF");`,
      ),
      block('script:pre-request', `if (bru.getVar("LEAF")) { bru.setVar("f${level}", "LEAF"); }`),
    ],
    [block('script:post-response', `bru.setEnvVar("g${level}", res.body.LEAF);`, 'bru.runRequest("LEAF");')],
  ] as const;

/** With `inherit`, all requests take the authentication of the collection. */
function callOf(auth: keyof typeof AUTH | 'none' | 'inherit', method: string, body: string): string {
  return [
    block(method, 'url: http://x.test/LEAF/:id', `auth: ${auth}`, `body: ${body}`),
    auth === 'none' || auth === 'inherit' ? '' : block(`auth:${auth}`, ...AUTH[auth]),
    body in BODIES ? BODIES[body as keyof typeof BODIES] : '',
  ].join('\n');
}

function bruRequest(
  level: string,
  auths: readonly (keyof typeof AUTH | 'none' | 'inherit')[],
): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc
        .tuple(
          fc.constantFrom(...auths),
          fc.constantFrom('get', 'post'),
          fc.constantFrom('none', ...Object.keys(BODIES)),
        )
        .map((chosen) => callOf(...chosen)),
      someOf(
        [block('meta', 'name: LEAF', 'seq: 1', 'tags: [', '  LEAF', ']')],
        [block('params:query', 'a: LEAF', '"b c": LEAF')],
        [block('params:path', 'id: LEAF')],
        [block('headers', 'X-A: LEAF', 'X-B: {{LEAF}}')],
        [block('docs', 'LEAF')],
        ...checks(level),
      ),
      fc.constantFrom('', 'stray LEAF\n', block('unheardOf', 'LEAF')),
    )
    .map((parts) => parts.join('\n'));
}

const bruShared = (level: string, ...more: (readonly string[])[]): fc.Arbitrary<string> =>
  someOf([block('headers', `X-C${level}: LEAF`)], ...checks(level), ...more);

const bruFolder = (hasAuth: boolean): fc.Arbitrary<object> => {
  const auth = `${block('auth', 'mode: bearer')}\n${block('auth:bearer', 'token: LEAF')}`;
  const auths = hasAuth
    ? (['inherit'] as const)
    : (['none', 'inherit', ...(Object.keys(AUTH) as (keyof typeof AUTH)[])] as const);
  return fc.record(
    {
      'collection.bru': bruShared('1').map((text) => (hasAuth ? `${auth}\n${text}` : text)),
      'orders/folder.bru': bruShared('2').map((text) => `${block('meta', 'name: LEAF')}\n${text}`),
      'orders/a.bru': bruRequest('3', auths),
      'orders/b.bru': fc.constant(
        `${block('meta', 'name: LEAF', 'type: grpc')}\n${block('grpc', 'url: LEAF')}`,
      ),
      'c.bru': bruRequest('4', auths),
      'environments/local.bru': fc.constantFrom(
        block('vars', 'host: LEAF', 'LEAF: x'),
        `${block('vars', 'host: LEAF')}\nvars:secret [\n  LEAF\n]\n`,
      ),
      'environments/other.bru': fc.constant(block('vars', 'host: LEAF')),
    },
    { requiredKeys: ['orders/a.bru', 'c.bru'] },
  );
};

export const brunoFolders: fc.Arbitrary<Folder> = fc
  .boolean()
  .chain(bruFolder)
  .map((files) => ({ 'bruno.json': '{"version": "1", "name": "LEAF"}', ...files }));

const httpHead = someOf(
  ['# @name LEAF', '# LEAF', '# @LEAF', '// @no-log'],
  ['# @ref LEAF', '# @loop for LEAF of {{LEAF}}', '# @prompt LEAF LEAF', '# @note LEAF'],
  ['< {%\n  request.variables.set("a", "LEAF");\n  someCall("LEAF");\n%}'],
);
const httpLine = fc.constantFrom(
  'GET http://x.test/LEAF?a=LEAF',
  'http://x.test/LEAF',
  'GRAPHQL http://x.test/LEAF',
  'POST http://x.test/LEAF\n?a=LEAF\n&b=LEAF',
  'POST http://x.test/LEAF HTTP/1.1',
);
const httpFields = someOf(
  ['Authorization: Bearer LEAF', 'Authorization: Basic LEAF LEAF', 'Authorization: Digest LEAF LEAF'],
  ['Content-Type: text/LEAF', 'Content-Type: application/json'],
  ['X-A: LEAF\nX-B: {{LEAF}}'],
);
const httpBody = fc.constantFrom(
  '',
  '\n{"a": "LEAF"}',
  '\n{ me(id: LEAF) { id } }\n\n{"a": "LEAF"}',
  '\n< ./LEAF.json',
  '\n<@latin1 ./LEAF.txt',
  '\n@LEAF = LEAF',
);
const httpTail = someOf(
  [
    '\n> {%\n  client.test("LEAF", () => {\n    client.assert(response.body.LEAF === "LEAF");\n  });\n  someCall("LEAF");\n%}',
    '\n> {% const = "LEAF" %}',
    '\n> {%lua\n  LEAF()\n%}',
    '\n> ./LEAF.js',
  ],
  ['\n?? body LEAF == LEAF\n?? js LEAF == 1\n?? LEAF', '\n{{\n  exports.h = response.parsedBody.LEAF;\n}}'],
  ['\n>> LEAF.json'],
);
const httpRequest = fc
  .tuple(fc.constantFrom('### LEAF', '###'), httpHead, httpLine, httpFields, httpBody, httpTail)
  .map((parts) => parts.filter((part) => part !== '').join('\n'));

export const httpFolders: fc.Arbitrary<Folder> = fc.record(
  {
    'a.http': fc
      .tuple(
        fc.constantFrom('', '@v = LEAF\n', 'import ./b.rest\n\n'),
        fc.array(httpRequest, { minLength: 1, maxLength: 2 }),
      )
      .map(([head, requests]) => `${head}${requests.join('\n\n')}\n`),
    'b.rest': httpRequest.map((text) => `${text}\n`),
    'http-client.env.json': fc.constantFrom(
      '{\n"LEAF": {"host": "LEAF", "LEAF": 1},\n"$shared": {"x": "LEAF"}\n}',
      '{"dev": {"Security": {"Auth": {"LEAF": {"Type": "Mock"}}},\n"s": {"provider": "LEAF"}}}',
      '{"LEAF": 5}',
    ),
  },
  { requiredKeys: ['a.http'] },
);
