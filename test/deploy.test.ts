/** The files of docs/deploy, which start workers with Compose or Kubernetes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './support/program/run-svc.js';
import { folder, kubernetes, image } from './deploy-setup.js';

describe('docs/deploy', () => {
  it('holds the files of this test', async () => {
    expect((await readdir(folder)).sort()).toEqual(['Dockerfile', 'compose.yaml', 'kubernetes.yaml']);
  });

  it('installs this version, and the packages of a queue in the versions that it takes', async () => {
    const { name, version, peerDependencies } = JSON.parse(
      await readFile(join(repositoryRoot, 'package.json'), 'utf8'),
    ) as { name: string; version: string; peerDependencies: Record<string, string> };
    const installed = /npm install --global (.*?) &&/.exec(image)?.[1]?.split(' ');
    const major = (packageName: string): string =>
      `${packageName}@${/\d+/.exec(peerDependencies[packageName] ?? '')?.[0] ?? ''}`;
    expect(installed).toEqual([`${name}@${version}`, major('bullmq'), major('ioredis')]);
    expect(kubernetes).toContain(`image: svc:${version}\n`);
  });
});
