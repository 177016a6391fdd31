import { mkdir, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiRoute } from '../../../src/server/call/route.js';
import { dedent } from '../../support/dedent.js';
import { startServer, type ApiResponse, type RunningServer } from '../../support/servers/running-server.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { checkErrorCases, type CaseTest, type CaseChecks } from './check-error-cases.js';
import { callOf, factsOf } from './route-facts.js';

const GET = dedent`
  ### a
  # @skip
  GET http://127.0.0.1:1/
`;

/** A workspace with everything that a path can lead to. */
async function serve(): Promise<RunningServer> {
  const outside = await temporaryWorkspace({ 'secret.http': GET });
  const server = await startServer({ files: { 'a.txt': '', 'ok.http': GET, 'large.http': '' } });
  await mkdir(join(server.root, 'folder.http'));
  await truncate(join(server.root, 'large.http'), 10 * 1024 * 1024 + 1);
  await symlink(join(outside, 'secret.http'), join(server.root, 'link.http'));
  await symlink('a.txt', join(server.root, 'text.http'));
  return server;
}

function send({ call }: RunningServer, route: ApiRoute, sent: string): Promise<ApiResponse> {
  const { method, path, options } = callOf(route, sent);
  return call(method, path, options);
}

type SentPath = readonly [sent: string, message: string, only?: (route: ApiRoute) => boolean];

/** Sends the same paths to every route that takes one. */
async function sendAll({ routes, expectCase }: CaseChecks, paths: readonly SentPath[]): Promise<void> {
  const server = await serve();
  for (const route of routes) {
    if (factsOf(route).path === undefined) continue;
    for (const [sent, message, only] of paths) {
      if (only?.(route) ?? true) expectCase(route, await send(server, route, sent), message);
    }
  }
}

const allOf =
  (paths: readonly SentPath[]): CaseTest =>
  (checks) =>
    sendAll(checks, paths);

/** Whether the route checks the file itself and not only the text of its path. */
const looks = (route: ApiRoute): boolean => factsOf(route).cases.includes('file not found');

checkErrorCases('paths', {
  'missing path': async (checks) => {
    await sendAll(checks, [[' ', 'path is required']]);
    const { call } = await startServer();
    for (const route of checks.routes) {
      if (factsOf(route).path !== 'url') continue;
      const options = route.body === 'text' ? { body: 'x' } : {};
      checks.expectCase(
        route,
        await call(route.method, route.path.replace('*', ''), options),
        'path is required',
      );
    }
  },

  'invalid path': async (checks) => {
    await sendAll(checks, [
      [' ', 'invalid path: it is blank', (route) => factsOf(route).path !== 'url'],
      ['a\u0000.http', 'invalid path: control characters are not allowed'],
      ['a\u007f.http', 'invalid path: control characters are not allowed'],
      ['a\\b.http', 'invalid path: use / instead of \\'],
      [`${'x'.repeat(256)}.http`, 'invalid path: a part of it is longer than 255 bytes'],
      [`${'long/'.repeat(210)}a.http`, 'invalid path: it is longer than 1024 bytes'],
    ]);
    const { call } = await startServer();
    for (const route of checks.routes) {
      if (!/[{*]/.test(route.path)) continue;
      for (const escape of ['%zz', '%ff', '%c0%af', '%']) {
        const path = route.path.replace(/\{\w+\}|\*/, escape);
        const { options } = callOf(route);
        const message = 'invalid path: a percent escape is not valid UTF-8';
        checks.expectCase(route, await call(route.method, path, options), message);
      }
    }
  },

  'path outside': allOf([
    ...['../ok.http', 'x/../../ok.http', '/etc/passwd.http', 'C:/ok.http', 'c:ok.http'].map(
      (path): SentPath => [path, `path is outside the workspace: ${path}`],
    ),
    ['link.http', 'path is outside the workspace: link.http', looks],
  ]),

  'not a request file': allOf([
    ['a.txt', 'not a request file: a.txt; expected .http or .spec'],
    ['service.yaml', 'not a request file: service.yaml; expected .http or .spec'],
    ['.http', 'not a request file: .http; expected .http or .spec'],
    ['text.http', 'not a request file: text.http; expected .http or .spec', looks],
  ]),

  'file not found': allOf([
    ['gone.http', 'file not found: gone.http'],
    ['nowhere/gone.http', 'file not found: nowhere/gone.http'],
  ]),

  'not a file': allOf([
    ['.', 'not a file: .'],
    ['folder.http/..', 'not a file: folder.http/..'],
    ['folder.http', 'not a file: folder.http', looks],
  ]),

  'file too large': async (checks) => {
    await sendAll(checks, [['large.http', 'file is larger than 10 MiB: large.http']]);
    const server = await serve();
    for (const route of checks.others) {
      if (factsOf(route).path !== undefined)
        checks.expectOther(route, await send(server, route, 'large.http'));
    }
  },
});
