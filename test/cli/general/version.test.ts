import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot, runSvc } from '../../support/program/run-svc.js';

const svc = (...args: string[]) => runSvc(args, { cwd: repositoryRoot });
const manifest = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
  version: string;
};

it('svc --version prints one line', async () => {
  const outcome = { code: 0, signal: null, stdout: `svc ${manifest.version}\n`, stderr: '' };
  expect(await svc('--version')).toEqual(outcome);
  expect(await svc('-v', '--version')).toEqual(outcome);
});

it('svc version adds the build time', async () => {
  const { code, stdout } = await svc('version');
  expect(code).toBe(0);
  const [first, second, rest] = stdout.split('\n');
  expect([first, rest]).toEqual([`svc ${manifest.version}`, '']);
  expect(second).toMatch(/^built \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

it('svc version --json prints the system information', async () => {
  const info = JSON.parse((await svc('version', '--json')).stdout) as Record<string, string>;
  expect(Object.keys(info)).toEqual(['version', 'buildTime', 'runtimeVersion', 'os', 'arch']);
  expect(info).toMatchObject({
    version: manifest.version,
    runtimeVersion: process.version,
    os: process.platform,
    arch: process.arch,
  });
});
