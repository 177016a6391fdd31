import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { ClientEnvironments, type ClientEnvRequest } from './client-environments.js';
import { findDefinition } from './find-definition.js';
import { findShadowed } from './merge-environment.js';
import { readNearDotenv } from './near-dotenv.js';

type Files = Readonly<Record<string, string>>;

const ENV = 'http-client.env.json';
const PRIVATE = 'http-client.private.env.json';

async function open(
  files: Files,
  request: Partial<ClientEnvRequest> = {},
): Promise<{ readonly root: string; readonly environments: ClientEnvironments }> {
  const root = await temporaryWorkspace({ 'a/b/x.http': '', ...files });
  const environments = new ClientEnvironments({
    root,
    shownFrom: root,
    named: [],
    isOff: false,
    readsPrivate: true,
    ...request,
  });
  return { root, environments };
}

/** The environment `dev` as requests in `a/b` see it. */
async function valuesOf(files: Files, request: Partial<ClientEnvRequest> = {}): Promise<object> {
  const { root, environments } = await open(files, request);
  return Object.fromEntries((await environments.environmentFor(join(root, 'a', 'b'), 'dev')).values);
}

describe('environment files of other clients', () => {
  it.each<[string, Files, object]>([
    ['of the folder', { [`a/b/${ENV}`]: '{"dev": {"x": 1}}' }, { x: 1 }],
    [
      'of the folder before those above it',
      {
        [`a/b/${ENV}`]: '{"dev": {"x": 1}}',
        [`a/${ENV}`]: '{"dev": {"x": 2, "y": 2}}',
        [ENV]: '{"dev": {"z": 3}}',
      },
      { x: 1, y: 2, z: 3 },
    ],
    [
      'private before public, in the same folder',
      {
        [`a/b/${ENV}`]: '{"dev": {"x": 1, "y": 1}}',
        [`a/b/${PRIVATE}`]: '{"dev": {"x": 2}}',
        [PRIVATE]: '{"dev": {"y": 3}}',
        [`${ENV}.user`]: '{"dev": {"u": 4}}',
      },
      { x: 2, y: 1, u: 4 },
    ],
    [
      'shared ones below all environments',
      {
        [`a/b/${ENV}`]: '{"$shared": {"x": 1, "y": 1}}',
        [ENV]: '{"dev": {"x": 2}, "$shared": {"y": 2, "z": 2}}',
      },
      { x: 2, y: 1, z: 2 },
    ],
    [
      'settings of an editor below them',
      {
        [ENV]: '{"$shared": {"x": 1}}',
        '.vscode/settings.json':
          '{"rest-client.environmentVariables": {"dev": {"x": 2, "y": 2}, "$shared": {"y": 3, "z": 3}}}',
        'my.code-workspace': '{"settings": {"rest-client.environmentVariables": {"dev": {"w": 4}}}}',
      },
      { x: 1, y: 2, z: 3, w: 4 },
    ],
    ['of another environment', { [ENV]: '{"prod": {"x": 1}}' }, {}],
  ])('%s', async (_title, files, expected) => expect(await valuesOf(files)).toEqual(expected));

  it('named ones are stronger, the last most of all', async () => {
    const files = {
      [`a/b/${ENV}`]: '{"dev": {"x": 1, "y": 1, "z": 1}}',
      'one.json': '{"dev": {"x": 2, "y": 2}}',
    };
    const root = await temporaryWorkspace({ ...files, 'two.json': '{"dev": {"x": 3}}' });
    const named = ['one.json', 'two.json'].map((shown) => ({ absolute: join(root, shown), shown }));
    expect(await valuesOf(files, { named })).toEqual({ x: 3, y: 2, z: 1 });
  });

  it.each<[string, Partial<ClientEnvRequest>, object]>([
    ['switched off', { isOff: true }, {}],
    ['without private ones', { readsPrivate: false }, { x: 1 }],
  ])('%s', async (_title, request, expected) => {
    const files = { [ENV]: '{"dev": {"x": 1}}', [PRIVATE]: '{"dev": {"x": 2}}' };
    expect(await valuesOf(files, request)).toEqual(expected);
  });

  it('nothing above the workspace and nothing of a folder outside of it is read', async () => {
    const { root, environments } = await open({
      [ENV]: '{"dev": {"x": 1}}',
      [`a/${ENV}`]: '{"dev": {"y": 1}}',
    });
    const inner = new ClientEnvironments({
      root: join(root, 'a'),
      shownFrom: root,
      named: [],
      isOff: false,
      readsPrivate: true,
    });
    expect([...(await inner.environmentFor(join(root, 'a', 'b'), 'dev')).values]).toEqual([['y', 1]]);
    expect((await inner.environmentFor(root, 'dev')).values.size).toBe(0);
    expect((await environments.environmentFor(join(root, '..'), 'dev')).values.size).toBe(0);
  });

  it('a link that leaves the workspace is refused', async () => {
    const outside = await temporaryWorkspace({ 'e.json': '{"dev": {"x": 1}}' });
    const { root, environments } = await open({});
    await symlink(join(outside, 'e.json'), join(root, ENV));
    await expect(environments.filesFor(root)).rejects.toThrow(
      `${ENV}:1:1: cannot read this file: it is outside the workspace`,
    );
  });

  it.each<[string, string, string]>([
    ['invalid', '{', `${ENV}:1:2: expected a key in double quotes`],
    ['too large', ' '.repeat(1024 * 1024 + 1), `${ENV}:1:1: this file is larger than 1 MiB`],
  ])('a file that is %s', async (_title, text, message) => {
    const { root, environments } = await open({ [ENV]: text });
    await expect(environments.filesFor(root)).rejects.toThrow(message);
  });

  it('settings of an editor that cannot be read are only worth a warning', async () => {
    const { root, environments } = await open({ '.vscode/settings.json': '{', [ENV]: '{"dev": {"x": 1}}' });
    await environments.filesFor(root);
    expect(environments.warnings).toEqual([
      '.vscode/settings.json:1:2: expected a key in double quotes; its environments are not used',
    ]);
  });

  it('name their environments, with a public file if there is one', async () => {
    const { root, environments } = await open({
      [PRIVATE]: '{"dev": {}, "qa": {}}',
      [ENV]: '{"dev": {}, "$shared": {}}',
    });
    expect([...(await environments.namesFor([root]))]).toEqual([
      ['dev', ENV],
      ['qa', PRIVATE],
    ]);
  });

  it('the strongest source decides, also when it only names a store; private names are known', async () => {
    const { root, environments } = await open({
      [PRIVATE]: '{"dev": {"k": {"provider": "Encrypted"}, "p": "secret"}}',
      [ENV]: '{"dev": {"k": "x", "p": "y", "q": "z"}}',
    });
    const merged = await environments.environmentFor(root, 'dev');
    expect([...merged.values]).toEqual([
      ['p', 'secret'],
      ['q', 'z'],
    ]);
    expect([[...merged.stores], [...merged.privateNames]]).toEqual([[['k', 'Encrypted']], ['p']]);
    expect(findShadowed(await environments.filesFor(root))).toEqual([
      { name: 'p', hidden: ENV, by: PRIVATE },
    ]);
  });
});

describe('around environment files', () => {
  it('the nearest .env file is read', async () => {
    const root = await temporaryWorkspace({ 'a/b/x.http': '', 'a/.env': 'X=near', '.env': 'X=far' });
    const read = async (directory: string): Promise<string | undefined> =>
      (await readNearDotenv({ directory, root, shownFrom: root })).get('X');
    expect([await read(join(root, 'a', 'b')), await read(root)]).toEqual(['near', 'far']);
  });

  it('a file elsewhere that defines a variable is found, but not in node_modules', async () => {
    const root = await temporaryWorkspace({
      [`script/idea/${ENV}`]: '{"dev": {"host": "x", "user": {"id": 1}}}',
      [`node_modules/m/${ENV}`]: '{"dev": {"other": 1}}',
      [`broken/${ENV}`]: '{',
    });
    const find = (name: string): Promise<string | undefined> => findDefinition(name, root, root);
    expect([await find('host'), await find('user.id'), await find('other'), await find('id')]).toEqual([
      `script/idea/${ENV}`,
      `script/idea/${ENV}`,
      undefined,
      undefined,
    ]);
  });
});
