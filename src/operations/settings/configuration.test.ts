import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { createConfiguration, type Configuration } from './configuration.js';

async function configurationOf(
  files: Readonly<Record<string, string>> = {},
): Promise<{ root: string; file: string; configuration: Configuration; log: string[] }> {
  const root = await temporaryWorkspace(files);
  const log: string[] = [];
  const configuration = createConfiguration({
    root,
    config: undefined,
    log: (level, message) => log.push(`${level} ${message}`),
  });
  return { root, file: join(root, 'service.yaml'), configuration, log };
}

const DEFAULTS = {
  defaultEnvironment: 'dev',
  timeout: 30_000,
  retries: 0,
  followRedirects: true,
  validateSSL: true,
  proxy: '',
  headers: {},
  parallel: false,
  concurrency: 5,
};

describe('configuration', () => {
  it('is empty without a file and complete with one', async () => {
    const { file, configuration } = await configurationOf();
    expect(await configuration.settings()).toEqual({});
    expect(await configuration.state()).toBe('none');
    await writeFile(file, 'bail: true\nsecrets: [a]\n');
    expect(await configuration.settings()).toEqual(DEFAULTS);
    expect(await configuration.state()).toBe('ok');
    expect(Object.keys(await configuration.settings())).toEqual(Object.keys(DEFAULTS));
  });

  it('changes nothing when nothing is supplied', async () => {
    const { file, configuration } = await configurationOf();
    expect(await configuration.changeSettings({})).toEqual({});
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('makes the file for its owner, keys in their order', async () => {
    const { file, configuration } = await configurationOf();
    const changed = await configuration.changeSettings({
      concurrency: 7,
      timeout: 5,
      headers: { 'X-A': 'b' },
    });
    expect(changed).toEqual({ ...DEFAULTS, concurrency: 7, timeout: 5, headers: { 'X-A': 'b' } });
    expect(await readFile(file, 'utf8')).toBe('timeout: 5\nheaders:\n  X-A: b\nconcurrency: 7\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('switches the retries off with null, which removes their key', async () => {
    const text = '# head\ntimeout: 5\nretries: 3 # three\nbail: true # last\n';
    const { file, configuration } = await configurationOf({ 'service.yaml': text });
    expect(await configuration.changeSettings({ retries: null })).toEqual({ ...DEFAULTS, timeout: 5 });
    expect(await readFile(file, 'utf8')).toBe('# head\ntimeout: 5\nbail: true # last\n');
    expect(await configuration.changeSettings({ retries: null, timeout: 6 })).toMatchObject({ timeout: 6 });
    await writeFile(file, 'retries: 3\n');
    expect(await configuration.changeSettings({ retries: null })).toEqual(DEFAULTS);
    expect(await configuration.settings()).toEqual(DEFAULTS);
  });

  it('creates no file to switch the retries off', async () => {
    const { file, configuration } = await configurationOf();
    expect(await configuration.changeSettings({ retries: null })).toEqual({});
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has no retries with 0 in the file', async () => {
    const { configuration } = await configurationOf({ 'service.yaml': 'retries: 0\n' });
    expect(await configuration.settings()).toEqual(DEFAULTS);
    expect(await configuration.state()).toBe('ok');
  });

  it('leaves every other byte as it is', async () => {
    const text = '# head\r\ntimeout:   5   # five\r\n\r\nbail: yes # "quoted"\r\nproxy: "http://a"\r\n';
    const { file, configuration } = await configurationOf({ 'service.yaml': text.replace('yes', 'true') });
    await configuration.changeSettings({ timeout: 6, proxy: '' });
    const expected = text.replace('yes', 'true').replace('   5   # five', '   6   # five');
    expect(await readFile(file, 'utf8')).toBe(expected.replace('"http://a"', '""'));
  });

  it('replaces the whole map of headers', async () => {
    const { file, configuration } = await configurationOf({
      'service.yaml': 'headers:\n  A: "1" # a\n  B: "2"\n',
    });
    const changed = await configuration.changeSettings({ headers: { B: '3', C: '4' } });
    expect(changed).toMatchObject({ headers: { B: '3', C: '4' } });
    expect(await readFile(file, 'utf8')).not.toContain('A:');
  });

  it.each([{ 'a b': 'x' }, { A: 'x\ny' }, { A: 'x\0' }, { '': 'x' }])(
    'refuses the headers %j',
    async (headers) => {
      const { file, configuration } = await configurationOf();
      await expect(configuration.changeSettings({ headers })).rejects.toMatchObject({
        kind: 'usage',
        message: 'headers must be a map of header names to one-line strings',
      });
      await expect(stat(file)).rejects.toThrow();
    },
  );

  it('never touches a file that is not valid', async () => {
    const { file, configuration, log } = await configurationOf({ 'service.yaml': 'timeout: [\n' });
    const message = /^service\.yaml is not valid: line 2, column 1: /;
    await expect(configuration.settings()).rejects.toThrow(message);
    await expect(configuration.changeSettings({ timeout: 1 })).rejects.toThrow(message);
    expect(await readFile(file, 'utf8')).toBe('timeout: [\n');
    expect(await configuration.state()).toBe('invalid');
    expect(log).toEqual([expect.stringMatching(/^warn service\.yaml is not valid: /)]);
  });

  it('takes writers one at a time, in order of arrival', async () => {
    const { configuration } = await configurationOf();
    await Promise.all(Array.from({ length: 20 }, (_, i) => configuration.changeSettings({ timeout: i + 1 })));
    expect(await configuration.settings()).toMatchObject({ timeout: 20 });
  });
});
