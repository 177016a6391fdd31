import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { createConfiguration } from './configuration.js';
import { createEnvironments, type Environments } from './environments.js';

interface Setup {
  readonly file: string;
  readonly environments: Environments;
  readonly activated: string[];
  readonly warnings: string[];
}

async function environmentsOf(config?: string, first?: string): Promise<Setup> {
  const root = await temporaryWorkspace(config === undefined ? {} : { 'service.yaml': config });
  const configuration = createConfiguration({ root, config: undefined, log: () => undefined });
  const activated: string[] = [];
  const onActivated = (name: string): void => void activated.push(name);
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const environments = await createEnvironments({ configuration, first, onActivated, onWarning });
  return { file: join(root, 'service.yaml'), environments, activated, warnings };
}

describe('environments', () => {
  it.each([
    [undefined, undefined, 'dev'],
    ['defaultEnvironment: qa', undefined, 'qa'],
    ['defaultEnvironment: qa', 'staging', 'staging'],
    ['timeout: [', undefined, 'dev'],
  ])('with config %j and choice %j starts with %s', async (config, first, active) => {
    expect((await environmentsOf(config, first)).environments.active()).toBe(active);
  });

  it.each([
    [
      'environments: {staging: {}}',
      'stagin',
      ['environment "stagin" is not defined; did you mean "staging"?'],
    ],
    ['{defaultEnvironment: qa, environments: {prod: {}}}', undefined, ['environment "qa" is not defined']],
    ['{defaultEnvironment: qa, environments: {prod: {}}}', 'prod', []],
    ['environments: {staging: {}}', undefined, []],
    ['timeout: 5', 'stagin', []],
    ['timeout: [', 'stagin', []],
  ])('with config %j and choice %j warns: %j', async (config, first, expected) => {
    const { warnings } = await environmentsOf(config, first);
    expect(warnings.map((warning) => warning.replace(/[.]? Defined: .*$/, ''))).toEqual(expected);
  });

  it('lists them in byte order, the active one among them', async () => {
    const { environments } = await environmentsOf(
      'environments: {z: {a: 1}, B: {}, ä: {}, b: {u: "${HOME}"}}',
    );
    expect(await environments.list()).toEqual([
      { name: 'B', variables: {} },
      { name: 'b', variables: { u: '${HOME}' } },
      { name: 'dev', variables: {} },
      { name: 'z', variables: { a: 1 } },
      { name: 'ä', variables: {} },
    ]);
  });

  it('stays what it was when the default changes', async () => {
    const { file, environments } = await environmentsOf('defaultEnvironment: qa');
    await writeFile(file, 'defaultEnvironment: other');
    expect(environments.active()).toBe('qa');
  });

  it('activates any name and emits it each time', async () => {
    const { environments, activated } = await environmentsOf();
    environments.activate('nowhere');
    environments.activate('nowhere');
    expect(activated).toEqual(['nowhere', 'nowhere']);
    expect(await environments.one('nowhere')).toEqual({ name: 'nowhere', variables: {} });
    expect(() => environments.activate('active')).toThrow('environment name is reserved: active');
    await expect(environments.one('active')).rejects.toMatchObject({
      kind: 'not-found',
      message: 'environment not found: active',
    });
    await expect(environments.one('dev')).rejects.toThrow('environment not found: dev');
    await expect(environments.one('toString')).rejects.toThrow('environment not found: toString');
  });

  it('writes the whole map and nothing else', async () => {
    const before =
      '# ours\nenvironments:\n  qa: # test\n    host: a # first\n    old: 1\n  prod: {host: p}\n';
    const { file, environments } = await environmentsOf(before);
    const variables = { host: 'b', list: [1, { a: null }], big: 12345678901234567890n, 'x.y-z_1': true };
    expect(await environments.put('qa', variables)).toEqual({ name: 'qa', variables });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('    host: b # first\n');
    expect(text).not.toContain('old');
    expect(text).toContain('  prod: {host: p}\n');
    expect(text).toContain('12345678901234567890');
    expect(await environments.one('qa')).toEqual({ name: 'qa', variables });
    expect(await environments.put('qa', {})).toEqual({ name: 'qa', variables: {} });
  });

  it('writes nothing when the variables are not those that the change starts from', async () => {
    const { file, environments } = await environmentsOf(
      'environments: {qa: {b: 2, a: 12345678901234567890}}',
    );
    await environments.put('qa', { a: 1, b: 2 }, { a: 12345678901234567890n, b: 2 });
    const conflict = { kind: 'conflict', message: 'environment was changed meanwhile: qa' };
    await expect(environments.put('qa', { a: 3 }, { a: 0, b: 2 })).rejects.toMatchObject(conflict);
    expect((await environments.one('qa')).variables).toEqual({ a: 1, b: 2 });
    await environments.put('new', { a: 3 }, {});
    expect(await readFile(file, 'utf8')).toContain('new: {a: 3}');
  });

  it('renames one, which stays active and the default one', async () => {
    const before = '# ours\ndefaultEnvironment: qa\nenvironments:\n  qa: # test\n    host: a\n  prod: {}\n';
    const { file, environments, activated } = await environmentsOf(before);
    expect(await environments.rename('qa', 'test')).toEqual({ name: 'test', variables: { host: 'a' } });
    expect(await readFile(file, 'utf8')).toBe(before.replaceAll(/\bqa\b/g, 'test'));
    expect([environments.active(), activated]).toEqual(['test', ['test']]);
    await environments.rename('prod', 'live');
    expect(activated).toEqual(['test']);
    await expect(environments.rename('live', 'test')).rejects.toMatchObject({
      kind: 'conflict',
      message: 'environment already exists: test',
    });
    await expect(environments.rename('gone', 'x')).rejects.toThrow('environment not found: gone');
    await expect(environments.rename('live', 'a/b')).rejects.toThrow('invalid environment name: a/b');
  });

  it('renames the active one that the config does not define', async () => {
    const { environments } = await environmentsOf();
    expect(await environments.rename('dev', 'local')).toEqual({ name: 'local', variables: {} });
    expect((await environments.list()).map(({ name }) => name)).toEqual(['local']);
  });

  it('deletes one unless it is in use', async () => {
    const before = 'defaultEnvironment: qa\nenvironments:\n  qa: {}\n  # live\n  prod: {a: 1}\n  dev: {}\n';
    const { file, environments } = await environmentsOf(before, 'dev');
    await environments.remove('prod');
    expect(await readFile(file, 'utf8')).toBe(before.replace('  prod: {a: 1}\n', ''));
    const kind = 'conflict';
    await expect(environments.remove('dev')).rejects.toMatchObject({
      kind,
      message: 'environment is active: dev; make another one active first',
    });
    await expect(environments.remove('qa')).rejects.toMatchObject({
      kind,
      message: 'environment is the default: qa; change defaultEnvironment first',
    });
    await expect(environments.remove('prod')).rejects.toThrow('environment not found: prod');
  });

  it('makes the config file for its owner', async () => {
    const { file, environments } = await environmentsOf();
    expect(await environments.put('new one', { true: 'x', '1.5': 2 })).toEqual({
      name: 'new one',
      variables: { true: 'x', '1.5': 2 },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await environments.one('new one')).toMatchObject({ variables: { true: 'x', '1.5': 2 } });
  });

  it.each(['active', '', 'a/b', 'a\nb', 'a\u0085b', 'x'.repeat(129), '__proto__', 'constructor'])(
    'refuses the name %j',
    async (name) => {
      const { file, environments } = await environmentsOf();
      await expect(environments.put(name, {})).rejects.toMatchObject({
        kind: 'usage',
        message: `invalid environment name: ${name}`,
      });
      await expect(stat(file)).rejects.toThrow();
    },
  );

  it.each(['', 'a b', 'a:b', 'a/b', '{{x}}', 'a\n'])('refuses the variable name %j', async (name) => {
    const { environments } = await environmentsOf();
    await expect(environments.put('qa', { ok: 1, [name]: 1 })).rejects.toThrow(
      `invalid variable name: ${name}`,
    );
  });

  it.each(['x'.repeat(128), '\u{1f600}'.repeat(128), 'ünï', ' '])('takes the name %j', async (name) => {
    const { environments } = await environmentsOf();
    await environments.put(name, { größe: 'x' });
    expect((await environments.list()).find((each) => each.name === name)?.variables).toEqual({ größe: 'x' });
  });
});
