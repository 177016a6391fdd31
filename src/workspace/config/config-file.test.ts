import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config-file.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const load = async (content: string | Uint8Array): ReturnType<typeof loadConfig> => {
  await writeFile(join(folder, 'service.yaml'), content);
  return loadConfig({
    absolute: join(folder, 'service.yaml'),
    shown: 'conf/service.yaml',
    warnings: ['from the search'],
  });
};

describe('loadConfig', () => {
  it('gives settings, directory and all warnings', async () => {
    expect(await load('timeout: 5\nenvironments: {dev: {<<: {a: 1}}}\n')).toMatchObject({
      config: { timeout: 5, environments: { dev: { '<<': { a: 1 } } } },
      directory: folder,
      warnings: [
        'from the search',
        'conf/service.yaml:2:22: "<<" merges nothing in YAML 1.2; it is an ordinary name here',
      ],
    });
  });

  it('throws with every problem on its own line', async () => {
    await expect(load('timeoutt: 5\nretries: 1.5\n')).rejects.toMatchObject({
      kind: 'input',
      message: [
        'conf/service.yaml:1:1: unknown key "timeoutt"; did you mean "timeout"?',
        'conf/service.yaml:2:10: retries must be a whole number of at least 0',
      ].join('\n'),
    });
  });

  it('refuses more than 1 MiB and takes exactly that', async () => {
    await expect(load(`#${'x'.repeat(1024 * 1024)}`)).rejects.toThrow(
      'conf/service.yaml:1:1: the file is larger than 1 MiB',
    );
    expect((await load(`#${'x'.repeat(1024 * 1024 - 1)}`)).config).toEqual({});
  });

  it('names the reason why a file cannot be read', async () => {
    const gone = loadConfig({ absolute: join(folder, 'gone'), shown: 'gone', warnings: [] });
    await expect(gone).rejects.toMatchObject({
      kind: 'input',
      message: 'cannot read config file gone: no such file or directory',
    });
  });
});
