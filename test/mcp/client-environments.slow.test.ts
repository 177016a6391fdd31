import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMcp, textOf } from '../support/program/mcp-process.js';
import { loopback } from '../support/runs/run-requests.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const ENV = 'http-client.env.json';
const PRIVATE = 'http-client.private.env.json';

const GIVE = 'give it in env_file or choose an environment with it';

describe('environment files of other clients', () => {
  it('give public values to saved requests; private ones are neither used nor shown', async () => {
    const server = await loopback();
    const outside = await temporaryWorkspace({ 'o.json': `{"dev": {"place": "outside"}}` });
    const cwd = await temporaryWorkspace({
      'service.yaml': 'environments: {stage: {place: config}}\nclientEnv: [mine-private.json, more.json]\n',
      'mine-private.json': '{"local": {"place": "private-named"}}',
      'more.json': '{"stage": {"more": "more"}}',
      [ENV]: `{"local": {"host": "${server.url}", "place": "public"}, "$shared": {"s": "shared"}}`,
      [PRIVATE]: '{"local": {"place": "private-place", "password": "private-word"}, "secret-env": {}}',
      'api/a.http': '### a\nGET {{host}}/{{place}}/{{$shared s}}\n\n### b\nGET {{host}}/{{password}}\n',
      'stage.http': `GET ${server.url}/{{place}}/{{more}}\n`,
      'token.http': `GET ${server.url}/{{$auth.token("api")}}\n`,
      'bad/a.http': `GET ${server.url}/bad\n`,
      [`bad/${ENV}`]: '{"dev": {"password": "broken-word" 1}}',
      'out/a.http': `GET ${server.url}/{{place}}\n`,
      'link/a.http': 'GET {{host}}/{{password}}\n',
    });
    await symlink(join(outside, 'o.json'), join(cwd, 'out', ENV));
    await symlink(join('..', PRIVATE), join(cwd, 'link', ENV));
    const mcp = await openMcp({ cwd, args: ['--allow-private-network', '--log-level', 'debug'] });
    const fetched = async (args: object): Promise<string> => textOf(await mcp.call('svc_fetch', args));
    const a = { file: 'api/a.http', name: 'a', environment: 'local' };
    await fetched(a);
    await fetched({ file: 'stage.http', environment: 'stage' });
    expect(server.seen).toEqual(['GET /public/shared', 'GET /config/more']);
    expect(
      await Promise.all([
        fetched({ ...a, name: 'b' }),
        fetched({ ...a, environment: 'secret-env' }),
        fetched({ file: 'token.http' }),
        fetched({ file: 'bad/a.http' }),
        fetched({ file: 'out/a.http' }),
        fetched({ file: 'link/a.http', environment: 'local' }),
      ]),
    ).toEqual([
      `unsupported_request: api/a.http:5 variable password has no value; ${GIVE}`,
      'not_found: environment secret-env is not defined; expected one of stage, local',
      'unsupported_request: token.http:1 function auth.token: the token "api" of an environment file is not fetched here; change the request in the file',
      `parse_error: bad/${ENV}:1:36 expected a comma or }`,
      `parse_error: out/${ENV}:1:1 cannot read this file: it is outside the workspace, where only a flag may lead`,
      `unsupported_request: link/a.http:1 variable password has no value; ${GIVE}`,
    ]);
    expect(server.seen).toHaveLength(2);
    expect(mcp.stderr() + JSON.stringify(mcp.lines())).not.toMatch(/private-|broken-word/);
  });

  it('define the environment when nobody names one', async () => {
    const server = await loopback();
    const cwd = await temporaryWorkspace({
      [ENV]: `{"local": {"host": "${server.url}"}}`,
      'a.http': 'GET {{host}}/only\n',
    });
    const mcp = await openMcp({ cwd, args: ['--allow-private-network'] });
    await mcp.call('svc_fetch', { file: 'a.http' });
    expect(server.seen).toEqual(['GET /only']);
  });
});
