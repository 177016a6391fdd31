import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import type { Config } from '../../workspace/config/config.js';
import type { RunSettings } from './run-settings.js';
import { ServerSettings, type SettingsOptions } from './server-settings.js';

interface Loaded {
  readonly config: Config;
  readonly directory: string | undefined;
}

interface SettingsOfConfig {
  /** The settings for a config that is the current one from now on. */
  of(loaded: Loaded, environment: string): Promise<RunSettings>;
}

async function setUp(changes: Partial<SettingsOptions> = {}): Promise<[SettingsOfConfig, string]> {
  const root = await temporaryWorkspace();
  const log = (): void => undefined;
  const options = { root, allowShell: false, allowDb: true, process: {}, log, ...changes };
  let current: Loaded = { config: {}, directory: undefined };
  const settings = new ServerSettings(options, { current: () => Promise.resolve(current) });
  const of: SettingsOfConfig['of'] = (loaded, environment) => {
    current = loaded;
    return settings.of(environment);
  };
  return [{ of }, root];
}

describe('settings of executions', () => {
  it('are those of a server: its root, its permissions, its own history', async () => {
    const [settings, root] = await setUp();
    const { options, ...rest } = await settings.of({ config: {}, directory: '/elsewhere' }, 'qa');
    expect(rest).toMatchObject({ root, history: undefined });
    expect(options).toMatchObject({
      mode: 'server',
      environmentName: 'qa',
      environmentProblem: 'environment "qa" is not defined',
      allowShell: false,
      allowDb: true,
      timeout: 30_000,
      retries: 0,
      maxRedirects: 10,
      concurrency: 5,
      parallel: false,
      validateSSL: true,
    });
  });

  it('are made once for a config and an environment', async () => {
    const [settings] = await setUp();
    const config: Config = { timeout: 1, environments: { dev: { a: 1 }, qa: { a: 2 } } };
    const first = await settings.of({ config, directory: undefined }, 'dev');
    expect(await settings.of({ config, directory: undefined }, 'dev')).toBe(first);
    const other = await settings.of({ config, directory: undefined }, 'qa');
    expect([first.options.environment, other.options.environment]).toEqual([{ a: 1 }, { a: 2 }]);
    const changed = await settings.of({ config: { ...config, timeout: 2 }, directory: undefined }, 'dev');
    expect(changed.options.timeout).toBe(2);
  });

  it('are read again when they lie in other files', async () => {
    const [settings, root] = await setUp();
    const config: Config = { envFile: '.env' };
    const value = async (): Promise<unknown> =>
      (await settings.of({ config, directory: root }, 'dev')).options.dotenv['a'];
    await writeFile(join(root, '.env'), 'a=1\n');
    expect(await value()).toBe('1');
    await writeFile(join(root, '.env'), 'a=2\n');
    expect(await value()).toBe('2');
    await expect(settings.of({ config: { envFile: 'gone' }, directory: root }, 'dev')).rejects.toThrow(
      'gone',
    );
  });

  it('remember a limited number of environments', async () => {
    const [settings] = await setUp();
    const loaded = { config: {}, directory: undefined };
    const first = await settings.of(loaded, 'e0');
    for (let index = 1; index <= 100; index++) await settings.of(loaded, `e${index}`);
    expect(await settings.of(loaded, 'e0')).not.toBe(first);
  });
});
