import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { ConfigReader } from './config-reader.js';

interface Setup {
  readonly root: string;
  readonly reader: ConfigReader;
  readonly warnings: string[];
}

async function readerOf(files: Readonly<Record<string, string>>, named?: string): Promise<Setup> {
  const root = await temporaryWorkspace(files);
  const warnings: string[] = [];
  const reader = new ConfigReader({
    root,
    named: named === undefined ? undefined : join(root, named),
    onWarning: (message) => warnings.push(message),
  });
  return { root, reader, warnings };
}

describe('ConfigReader', () => {
  it('finds nothing, and names the file that would be written', async () => {
    const { root, reader } = await readerOf({ 'sub/service.yaml': 'timeout: 1' });
    expect(await reader.current()).toEqual({ config: {}, directory: undefined, warnings: [] });
    expect(await reader.find()).toBeUndefined();
    expect(await reader.target()).toEqual({ absolute: join(root, 'service.yaml'), root });
    await mkdir(join(root, 'service.yaml'));
    expect(await reader.find()).toBeUndefined();
  });

  it('takes service.yaml before service.yml, with a warning once', async () => {
    const { root, reader, warnings } = await readerOf({ 'service.yml': 'timeout: 2' });
    expect((await reader.current()).config).toEqual({ timeout: 2 });
    expect(await reader.target()).toEqual({ absolute: join(root, 'service.yml'), root });
    await writeFile(join(root, 'service.yaml'), 'timeout: 1');
    expect((await reader.current()).config).toEqual({ timeout: 1 });
    await reader.current();
    expect(warnings).toEqual(['service.yaml is used and service.yml ignored; remove one of them']);
  });

  it('uses a named file, wherever and as long as it is', async () => {
    const { root, reader } = await readerOf(
      { 'service.yaml': 'timeout: 1', 'conf/own.yml': 'timeout: 3' },
      'conf/own.yml',
    );
    expect(await reader.current()).toMatchObject({ config: { timeout: 3 }, directory: join(root, 'conf') });
    await rm(join(root, 'conf', 'own.yml'));
    expect((await reader.current()).config).toEqual({});
    expect(await reader.target()).toEqual({ absolute: join(root, 'conf', 'own.yml'), root: undefined });
  });

  it('reads again when the file has changed, whatever the way', async () => {
    const { root, reader } = await readerOf({ 'service.yaml': 'timeout: 1' });
    const file = join(root, 'service.yaml');
    const timeout = async (): Promise<unknown> => (await reader.current()).config.timeout;
    expect(await timeout()).toBe(1);
    await writeFile(file, 'timeout: 2');
    expect(await timeout()).toBe(2);
    await writeFile(`${file}.new`, 'timeout: 3');
    await rename(`${file}.new`, file);
    expect(await timeout()).toBe(3);
    await filesSettled(root);
    await writeFile(file, 'timeout: 4');
    await utimes(file, 1, 1);
    expect(await timeout()).toBe(4);
    await rm(file);
    expect(await timeout()).toBeUndefined();
  });

  it('sees every one of many changes of the same size', async () => {
    const { root, reader } = await readerOf({ 'service.yaml': 'timeout: 0' });
    for (let round = 1; round < 30; round += 1) {
      await writeFile(join(root, 'service.yaml'), `timeout: ${(round % 9) + 1}`);
      expect((await reader.current()).config.timeout).toBe((round % 9) + 1);
    }
  });

  it('reads a file that does not change once', async () => {
    const { root, reader } = await readerOf({ 'service.yaml': 'timeout: 1' });
    await filesSettled(root);
    const first = await reader.current();
    expect(await reader.current()).toBe(first);
  });

  it.each([
    ['timeout: [', 'service.yaml is not valid: line 1, column 11: not valid YAML'],
    ['a: 1\ntimeoutt: 1\n', 'service.yaml is not valid: line 1, column 1: unknown key "a"'],
    ['timeout: 1\ntimeout: 2\n', 'service.yaml is not valid: line 2, column 1: duplicate key "timeout"'],
    ['- a', 'service.yaml is not valid: line 1, column 1: the file must be a mapping of keys to values'],
    ['timeout: !x 1', 'service.yaml is not valid: line 1, column 10: tag !x is not allowed'],
    [
      'environments: {active: {}}',
      'service.yaml is not valid: line 1, column 16: environments.active must be',
    ],
    ['environments: {a: {__proto__: 1}}', 'service.yaml is not valid: line 1, column 20: key "__proto__"'],
  ])('throws for %j until it is repaired, and warns once', async (text, message) => {
    const { root, reader, warnings } = await readerOf({ 'service.yaml': text });
    await expect(reader.current()).rejects.toMatchObject({ kind: 'input' });
    await expect(reader.current()).rejects.toThrow(message);
    await filesSettled(root);
    await expect(reader.current()).rejects.toThrow(message);
    await expect(reader.current()).rejects.toThrow(message);
    expect(warnings).toHaveLength(1);
    await writeFile(join(root, 'service.yaml'), 'x-note: 1\n$schema: s\nheaders: {Any: x}');
    expect((await reader.current()).config.headers).toEqual({ Any: 'x' });
  });

  it('keeps integers exact that a double may not hold', async () => {
    const { reader } = await readerOf({
      'service.yaml': 'environments: {a: {big: 12345678901234567890, small: -90071992547409930, n: 5}}',
    });
    const { config } = await reader.current();
    expect(config.environments?.['a']).toEqual({
      big: 12345678901234567890n,
      small: -90071992547409930n,
      n: 5,
    });
  });
});
