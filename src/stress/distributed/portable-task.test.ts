import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../../test/support/files/certificates.js';
import { dedent } from '../../../test/support/dedent.js';
import { handedOut } from '../../../test/support/runs/handed-out.js';
import { rawServer } from '../../../test/support/servers/raw-server.js';
import {
  loadOrder,
  loadPlan,
  seedWithShortEnd,
  stressRun,
  type StressSettings,
} from '../../../test/support/runs/stress-run.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { StressResult } from '../measure/stress-result.js';
import { writePortableTask } from './portable-task.js';

interface Sent {
  readonly requests: readonly string[];
  readonly result: StressResult;
}

interface TestCase extends StressSettings {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly respond?: (socket: Socket, text: string) => void;
  /** The environment of the other machine. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly tls?: Parameters<typeof rawServer>[1];
}

const ok = (body = '{"id": 7, "token": "t-1"}', headers = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** The bytes of a message. */
function decodedIn(message: string): string {
  const parts = [...message.matchAll(/"bytes":"([^"]*)"/g)];
  return parts.map(([, text = '']) => Buffer.from(text, 'base64').toString('latin1')).join('');
}

/** The same test by a thread of this machine, and as another machine sends it. */
async function compareMachines(test: TestCase): Promise<{ here: Sent; messages: readonly string[] }> {
  const messages: string[] = [];
  const runOn = async (startThread?: StressSettings['startThread']): Promise<Sent> => {
    const respond = test.respond ?? ((socket) => socket.write(ok()));
    const server = await rawServer((socket, { text }) => respond(socket, text), test.tls);
    const files = Object.entries(test.files).map(
      ([name, content]) =>
        [name, typeof content === 'string' ? content.replaceAll('URL', server.url) : content] as const,
    );
    const stress = { duration: 900, rate: 100, seed: 3, maxVUs: 100, ...test.stress };
    const result = await stressRun(Object.fromEntries(files), {
      ...test,
      stress,
      ...(startThread && { startThread }),
    });
    // The boundary goes first, because the digits of the port may stand in it.
    const requests = server.requests.map((text) =>
      text.replaceAll(/svc-[0-9a-z]{20,}/g, 'BOUNDARY').replaceAll(`:${server.port}`, ':PORT'),
    );
    return { requests: requests.sort(), result };
  };
  const causes = ({ result }: Sent): unknown =>
    result.errorGroups.map(({ kind, message, count }) => [kind, message, count]);
  const here = await runOn();
  const there = await runOn(handedOut((message) => messages.push(message), test.elsewhere));
  expect(causes(there)).toEqual(causes(here));
  expect(there.requests).toEqual(here.requests);
  return { here, messages };
}

const FEATURES = dedent`
  @host = URL
  @path = {{folder}}/x
  @folder = f
  @unused = never-sent-file
  @secret key = k-{{tail}}
  ### setup
  # @stress.setup
  POST {{host}}/setup
  >>>capture
  token from body.token
  <<<
  ### variables
  GET {{host}}/{{path}}?file={{folder}}&operator={{operator}}&env={{api.user}}&dotenv={{DOT}}&process={{PROC}}
  X-Env: {{$DOLLAR}} {{$env("NAMED")}} {{$dotenv("OTHER")}} {{list[1]}}
  X-Key: {{key}}
  ### functions
  GET {{host}}/{{$base64("{{folder}}")}}?x={{$urlEncode("a b")}}
  ### captured
  GET {{host}}/captured/{{token}}/{{setup.token}}/{{setup.response.body.id}}
  ### bearer
  # @auth bearer {{token}}
  GET {{host}}/bearer
  ### rows
  # @data rows-{{which}}.csv
  POST {{host}}/rows/{{row.id}}

  < ./bodies/{{row.file}}.txt
  ### template
  POST {{host}}/template

  <@ ./template.json
  ### upload
  POST {{host}}/upload

  >>>multipart
  field name = {{folder}}
  file upload @./bodies/a.txt
  <<<
  ### schema
  GET {{host}}/schema
  >>>
  expect body schema "schemas/answer.json"
  <<<
  ### badSchema
  GET {{host}}/bad-schema
  >>>
  expect body schema "schemas/other.json"
  <<<
  ### missing
  POST {{host}}/missing

  < ./bodies/missing.txt
  ### outside
  POST {{host}}/outside

  < ../../outside.txt
  ### basic
  # @auth basic user, {{password}}
  GET {{host}}/basic
  ### cookie
  # @depends login
  GET {{host}}/cookie
  ### login
  GET {{host}}/login
  ### conditional
  # @if {{operator}} == op
  GET {{host}}/conditional
  ### conditionalNot
  # @unless {{operator}} == op
  GET {{host}}/conditional-not
  ### graphql
  POST {{host}}/graphql

  >>>graphql
  query { a }
  <<<
  >>>variables
  {"10": "{{folder}}", "2": 1}
  <<<
`;

const NAMES = [...FEATURES.matchAll(/^### (\w+)$/gm)].flatMap(([, name = '']) =>
  name === 'setup' ? [] : name,
);
/** The request that depends on another is the only one that sends two. */
const lengths = NAMES.map((name) => (name === 'cookie' ? 2 : 1));

describe('a load that another machine sends', () => {
  it('is the same to the byte', async () => {
    const { here, messages } = await compareMachines({
      stress: {
        seed: seedWithShortEnd(
          lengths,
          lengths.map(() => 1),
          86,
        ),
      },
      files: {
        'load.http': FEATURES,
        'rows-used.csv': 'id,file\n1,a\n2,b\n3,a\n',
        'bodies/a.txt': 'Grüße a',
        'bodies/b.txt': new Uint8Array([0, 1, 250, 255]),
        'bodies/unnamed.txt': 'never-sent-content',
        'template.json': '{"from": "{{fromTemplate}}"}',
        'schemas/answer.json': '{"$ref": "parts/thing.json"}',
        'schemas/parts/thing.json': '{"properties": {"id": {"type": "number"}}}',
        'schemas/other.json': '{"properties": {"id": {"type": "string"}}}',
      },
      options: {
        environment: {
          api: { user: 'kate' },
          list: [1, '{{nested}}'],
          nested: 'n',
          tail: 'tail-secret',
          which: 'used',
          fromTemplate: 'templated',
          other: 'never-sent-environment',
        },
        dotenv: { DOT: 'dot', OTHER: 'other', REST: 'never-sent-dotenv' },
        operatorVariables: { operator: 'op', password: 'pass word', rest: 'never-sent-operator' },
        secretNames: ['password', 'rest'],
        secretValues: ['pass word', 'never-sent-operator'],
        headers: { 'X-Default': 'd-{{folder}}' },
      },
      process: { PROC: 'proc', DOLLAR: 'dollar', NAMED: 'named', HOME: 'never-sent-process' },
      elsewhere: { PROC: 'elsewhere', HOME: 'elsewhere', DOT: 'elsewhere' },
      respond: (socket, text) =>
        socket.write(text.includes('/login') ? ok('{}', 'Set-Cookie: sid=1; Path=/\r\n') : ok()),
    });
    const sent = here.requests.join('\n');
    for (const { name, count, errorCount } of here.result.perRequest) {
      if (name === 'conditionalNot') continue;
      expect(count, name).toBeGreaterThan(0);
      expect([name, errorCount > 0]).toEqual([name, ['badSchema', 'missing', 'outside'].includes(name)]);
    }
    expect(sent).toContain(
      'GET /f/x?file=f&operator=op&env=kate&dotenv=dot&process=proc HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-Env: dollar named other n\r\nX-Key: k-tail-secret\r\n',
    );
    expect(sent).toContain('/captured/t-1/t-1/7 ');
    expect(sent).toContain('{"from": "templated"}');
    expect(sent).toContain('Cookie: sid=1');
    expect(messages.join('')).not.toContain('never-sent');
    expect(decodedIn(messages.join(''))).not.toContain('never-sent');
  });

  it('has no value for what did not come with it', async () => {
    const { here } = await compareMachines({
      files: { 'load.http': 'GET URL/{{HOME}}\n' },
      stress: { duration: 100, rate: 30 },
      elsewhere: { HOME: 'elsewhere' },
    });
    expect(here.requests).toEqual([]);
    expect(here.result.errorKinds).toEqual({ variable: here.result.errorCount });
  });

  it('shows the client certificate', async () => {
    const authority = createCertificate({ name: 'Test Authority', authority: true });
    const site = createCertificate({ name: 'site', hosts: ['127.0.0.1'] }, authority);
    const client = createCertificate({ name: 'Client' }, authority);
    const { cert } = authority;
    const { here } = await compareMachines({
      files: { 'load.http': 'GET URL/a\n' },
      stress: { duration: 100, rate: 30 },
      tls: { key: site.key, cert: site.cert, ca: cert, requestCert: true, rejectUnauthorized: true },
      options: { tls: { ca: cert, cert: client.cert, key: client.key }, httpVersion: '1.1' },
    });
    expect(here.result).toMatchObject({ totalRequests: 3, errorCount: 0 });
  });

  it('may not be larger than 64 MiB', async () => {
    const root = await temporaryWorkspace({});
    const { definitions, chains } = await loadPlan({ 'a.http': 'GET http://a.test/\n' });
    const [definition] = definitions;
    if (!definition) throw new Error('no request');
    const body = new Uint8Array(70 * 1024 * 1024);
    const response = { status: 200, headers: [], url: '', duration: 1, body };
    const requests = [{ name: 'login', foreignId: undefined, captures: {}, response }];
    const task = loadOrder({
      definitions,
      chains,
      fileAccess: { root, shownFrom: root },
      setupState: new Map([[definition.node.owner, { requests, cookies: [], globals: [] }]]),
    });
    await expect(writePortableTask(task)).rejects.toThrow(
      /^the files and answers of this test are 7[01] MiB; at most 64 MiB can be handed to workers$/,
    );
  });
});
