import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSvc } from '../support/program/live-svc.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

describe('svc init', () => {
  it('writes two files that pass the strict check', async () => {
    const cwd = await temporaryWorkspace();
    const outcome = await runInProcess(['init'], { cwd });
    expect(outcome).toMatchObject({ code: 0, stdout: '' });
    expect(outcome.stderr).toMatch(/^Note: wrote service\.yaml\nNote: wrote example\.http\nNote: next/);
    expect((await readdir(cwd)).sort()).toEqual(['example.http', 'service.yaml']);
    const checked = await runInProcess(['validate', '--strict'], { cwd });
    expect(checked).toEqual({
      code: 0,
      signal: null,
      stdout: 'OK    example.http (3 requests)\nOK    service.yaml\n2 files, 3 requests: 2 ok\n',
      stderr: '',
    });
    expect((await runInProcess(['fmt', '--check'], { cwd })).code).toBe(0);
  });

  it('writes the environments and requests that were promised', async () => {
    const cwd = await temporaryWorkspace();
    await runInProcess(['init', '-q'], { cwd });
    const config = await readFile(join(cwd, 'service.yaml'), 'utf8');
    for (const part of ['timeout: 30000', 'dev:', 'staging:', 'prod:']) expect(config).toContain(part);
    expect(config.match(/baseUrl:/g)).toHaveLength(3);
    const { stdout } = await runInProcess(['list', '--json'], { cwd });
    const [file] = JSON.parse(stdout) as [{ requests: { name: string }[] }];
    expect(file.requests.map(({ name }) => name)).toEqual(['health', 'createItem', 'readItem']);
  });

  it('ends with three commands that exist, on standard error', async () => {
    const { stdout, stderr } = await runInProcess(['init'], { cwd: await temporaryWorkspace() });
    const advised = [...stderr.matchAll(/^ {2}svc (\S+)(?: example\.http)? {2,}\S/gm)].map(
      ([, name]) => name,
    );
    expect([stdout, advised]).toEqual(['', ['mock', 'run', 'serve']]);
  });

  it('writes the address on which its mock server listens', async () => {
    const cwd = await temporaryWorkspace();
    await runInProcess(['init', '-q'], { cwd });
    const { stdout } = await runInProcess(['mock', '--help'], { cwd });
    const [, host] = /--host .*\[default (\S+)\]/.exec(stdout) ?? [];
    const [, port] = /--port .*\[default (\d+)\]/.exec(stdout) ?? [];
    const config = await readFile(join(cwd, 'service.yaml'), 'utf8');
    expect(config).toContain(`dev:\n    baseUrl: http://${host}:${port}\n`);
  });

  it('writes requests that pass against their own mock server', async () => {
    const cwd = await temporaryWorkspace();
    await runInProcess(['init', '-q'], { cwd });
    const mock = startSvc(['mock', 'example.http', '--port', '0', '--strict'], { cwd });
    await mock.until(() => mock.stderr().includes('Mock server on'));
    const url = /http:\S+/.exec(mock.stderr())?.[0] ?? '';
    const { code, stdout } = await runInProcess(['run', 'example.http', '--variable', `baseUrl=${url}`], {
      cwd,
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Tests: 3 passed, 3 total\n')]);
  });

  it.each(['service.yaml', 'example.http'])('leaves everything alone when %s exists', async (existing) => {
    const cwd = await temporaryWorkspace({ [existing]: 'mine\n' });
    const { code, stdout, stderr } = await runInProcess(['init'], { cwd });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(`Error: ${existing} already exists, nothing was written; use --force to overwrite\n`);
    expect(await readdir(cwd)).toEqual([existing]);
    expect(await readFile(join(cwd, existing), 'utf8')).toBe('mine\n');
  });

  it.each([
    ['svc-http', '# yaml-language-server: $schema=./node_modules/svc-http/schemas/service.schema.json'],
    ['svc', '# yaml-language-server: $schema=./node_modules/svc/schemas/service.schema.json'],
    ['another', '# Settings of svc for this directory; flags and SVC_ variables override them.'],
  ])('names the schema of a package that is installed as %s', async (name, firstLine) => {
    const cwd = await temporaryWorkspace({ [`node_modules/${name}/schemas/service.schema.json`]: '{}' });
    expect((await runInProcess(['init'], { cwd })).code).toBe(0);
    expect((await readFile(join(cwd, 'service.yaml'), 'utf8')).split('\n')[0]).toBe(firstLine);
    expect((await runInProcess(['validate', '--strict'], { cwd })).code).toBe(0);
  });

  it('overwrites with -f and keeps the mode', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml': 'mine\n', 'example.http': 'mine\n' });
    await chmod(join(cwd, 'service.yaml'), 0o640);
    const outcome = await runInProcess(['init', '-fq'], { cwd });
    expect(outcome).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(await readFile(join(cwd, 'service.yaml'), 'utf8')).toContain('environments:');
    expect((await runInProcess(['validate', '--strict'], { cwd })).code).toBe(0);
  });

  it('reports a target that cannot be written', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml/in-the-way': '' });
    const { code, stderr } = await runInProcess(['init', '--force'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^Error: could not write service\.yaml: [^\n]+\n$/);
  });
});
