import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { dedent } from '../../support/dedent.js';
import {
  startServer,
  startServerProcess,
  type ApiResponse,
  type RunningServer,
} from '../../support/servers/running-server.js';
import { checkErrorCases, type CaseTest, type CaseChecks } from './check-error-cases.js';
import { callOf, factsOf, nameOf } from './route-facts.js';

const GET = dedent`
  ### a
  # @skip
  GET http://127.0.0.1:1/
`;
const CONFIG = dedent`
  timeout: 5
  stress:
    profiles:
      "7": { duration: 1s }
  environments:
    "7": { a: 2 }
`;

const FILES = {
  'bad.http': dedent`
    ### a
    GET http://127.0.0.1:1/
    >>>
    expect
    nonsense
    <<<
  `,
  'twice.http': dedent`
    ### a
    # @name n
    GET http://h
    ### b
    # @name n
    GET http://h
    ### c
    # @depends n
    GET http://h
  `,
  'circle.http': dedent`
    ### a
    # @name a
    # @depends b
    GET http://h
    ### b
    # @name b
    # @depends a
    GET http://h
  `,
};

function send({ call }: RunningServer, route: ApiRoute, path?: string): Promise<ApiResponse> {
  const { method, path: place, options } = callOf(route, path);
  return call(method, place, options);
}

/** Sends the path of one file to every route that takes one; it is no error where its content does not matter. */
function sameFile(file: keyof typeof FILES, message: RegExp): CaseTest {
  return async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer({ files: FILES });
    for (const route of routes) expectCase(route, await send(server, route, file), message);
    for (const route of others) {
      if (factsOf(route).path !== undefined) expectOther(route, await send(server, route, file));
    }
  };
}

checkErrorCases('contents', {
  'syntax errors': async (checks) => {
    const withFindings: CaseChecks = {
      ...checks,
      expectCase: (route, response, message) => {
        checks.expectCase(route, response, message);
        const finding = { severity: 'error', line: 4, column: 1 };
        expect([nameOf(route), response.json]).toMatchObject([
          nameOf(route),
          { diagnostics: [finding, { severity: 'error' }] },
        ]);
      },
    };
    await sameFile('bad.http', /^bad\.http:4:1: [^\n]+ \(and 1 more\)$/)(withFindings);
  },
  'duplicate name': sameFile('twice.http', /^twice\.http:5: request name "n" is already used in line 2$/),
  'dependency cycle': sameFile(
    'circle.http',
    /^circle\.http: dependency cycle: (?:a -> b -> a|b -> a -> b)$/,
  ),

  'invalid config': async ({ routes, others, expectCase, expectOther }) => {
    const text = dedent`
      timeout: 5
      timeoutt: 6
    `;
    const server = await startServer({ files: { 'service.yaml': text, 'ok.http': GET } });
    const message =
      'service.yaml is not valid: line 2, column 1: unknown key "timeoutt"; did you mean "timeout"?';
    for (const route of routes) expectCase(route, await send(server, route), message);
    for (const route of others) expectOther(route, await send(server, route));
    expect(await readFile(join(server.root, 'service.yaml'), 'utf8')).toBe(text);
    expect((await server.get('/workspace')).json).toMatchObject({ hasConfig: true });
    expect((await server.get('/health')).json).toMatchObject({ config: 'invalid' });
  },

  'disk failure': async ({ routes, others, expectCase, expectOther }) => {
    const files = { 'locked.http': GET, 'ok.http': GET, 'service.yaml': CONFIG };
    const server = await startServerProcess({ files, ordinary: true });
    const { root } = server;
    const mode = (name: string, bits: number): Promise<void> => chmod(join(root, name), bits);
    onTestFinished(() => mode('', 0o755));
    const expectAll = async (those: (route: ApiRoute) => boolean, path: string, message: Message) => {
      for (const route of routes.filter(those)) {
        const sent = isNew(route) ? 'new.http' : path;
        expectCase(route, await send(server, route, sent), message(route, sent));
      }
    };
    await mode('locked.http', 0);
    await expectAll(readsNamed, 'locked.http', (route, path) => denied(verbOf(route), path));
    await mode('service.yaml', 0);
    await expectAll(needsConfig, 'ok.http', () => denied('read', 'service.yaml'));
    await mode('service.yaml', 0o600);
    await mode('', 0o555);
    await expectAll(writes, 'ok.http', (route, path) => {
      return denied(verbOf(route), route.path.startsWith('/files') ? path : 'service.yaml');
    });
    await mode('', 0);
    await expectAll(walks, '', () => denied('read', 'the workspace'));
    await expectAll(needsConfig, 'ok.http', (_, path) => {
      return new RegExp(`^could not read (?:${path}|service\\.yaml): permission denied$`);
    });
    for (const route of others) expectOther(route, await send(server, route));
  },

  'history unavailable': async ({ routes, others, expectCase, expectOther }) => {
    const server = await startServer({ files: { 'ok.http': GET } });
    const message = 'persistent history is not available: switched off by the operator';
    for (const route of routes) expectCase(route, await send(server, route), message);
    for (const route of others) expectOther(route, await send(server, route));
  },
});

type Message = (route: ApiRoute, path: string) => string | RegExp;

const denied = (verb: string, shown: string): string => `could not ${verb} ${shown}: permission denied`;

function verbOf({ method, path }: ApiRoute): 'read' | 'write' | 'delete' {
  if (method === 'DELETE' && path.startsWith('/files')) return 'delete';
  return writes({ method, path }) ? 'write' : 'read';
}

const needsConfig = (route: ApiRoute): boolean => factsOf(route).cases.includes('invalid config');

/** Whether the route changes files. */
function writes({ method, path }: Pick<ApiRoute, 'method' | 'path'>): boolean {
  return method !== 'GET' && /^\/(?:files|config|environments|stress\/profiles)\b/.test(path);
}

/** Whether the route reads the named file; removing a file does not. */
function readsNamed(route: ApiRoute): boolean {
  return factsOf(route).path !== undefined && !isNew(route) && nameOf(route) !== 'DELETE /files/*';
}

const isNew = (route: ApiRoute): boolean => nameOf(route) === 'POST /files';

function walks(route: ApiRoute): boolean {
  return factsOf(route).path === undefined && !needsConfig(route);
}
