import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { surveyClientEnv } from './survey-client-env.js';

const ENV = 'http-client.env.json';

it('lists every environment with the files that define it, in folders of request files and above', async () => {
  const root = await temporaryWorkspace({
    [ENV]: '{"prod": {"x": 1}, "dev": {}, "$shared": {"y": 2}}',
    [`a/${ENV}`]: '{"dev": {}}',
    'a/b/http-client.private.env.json': '{"dev": {"x": "s"}, "__proto__": {}}',
    [`elsewhere/${ENV}`]: '{"other": {}}',
    '.vscode/settings.json': '{"rest-client.environmentVariables": {"local": {}, "$shared": {}}}',
    'team.json': '{"team": {}}',
  });
  const named = [{ absolute: join(root, 'team.json'), shown: 'team.json' }];
  expect(await surveyClientEnv({ root, folders: ['a/b'], named })).toEqual({
    environments: [
      { name: '__proto__', files: ['a/b/http-client.private.env.json'] },
      { name: 'dev', files: ['a/b/http-client.private.env.json', `a/${ENV}`, ENV] },
      { name: 'local', files: ['.vscode/settings.json'] },
      { name: 'prod', files: [ENV] },
      { name: 'team', files: ['team.json'] },
    ],
    problems: [],
  });
});

it('goes on after files that cannot be used, and follows no link out of the workspace', async () => {
  const outside = await temporaryWorkspace({ 'secret.json': '{"stolen": {"x": 1}}' });
  const root = await temporaryWorkspace({
    [ENV]: '{"dev": {"x": 1',
    'my.code-workspace': 'no',
    [`a/${ENV}`]: '{"fine": {}}',
    'b/x.http': '',
  });
  await symlink(join(outside, 'secret.json'), join(root, 'b', ENV));
  const { environments, problems } = await surveyClientEnv({ root, folders: ['a', 'b'], named: [] });
  expect(environments).toEqual([{ name: 'fine', files: [`a/${ENV}`] }]);
  expect(problems).toEqual([
    { file: 'my.code-workspace', line: 1, column: 1, reason: 'expected a JSON value', isWarning: true },
    { file: ENV, line: 1, column: 16, reason: 'expected a comma or }', isWarning: false },
    {
      file: `b/${ENV}`,
      line: 1,
      column: 1,
      reason: 'cannot read this file: it is outside the workspace, where only a flag may lead',
      isWarning: false,
    },
  ]);
});
