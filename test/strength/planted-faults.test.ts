import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { PLANTED_FAULTS } from './planted-faults.js';
import { noticesFault, runTests, startApi } from './planted-runs.js';
import { reduceAssertions, type Reduction } from './versions.js';

const REDUCTIONS: readonly Reduction[] = ['none', 'status', 'half', 'written'];

describe('faults planted into the API of the examples', () => {
  it('are noticed by more tests the more these assert', async () => {
    const root = await temporaryWorkspace();
    const versions = await makeVersions(root);
    const noticed: number[] = [];
    for (const [version, folder] of versions) noticed.push(await countNoticed(root, version, folder));
    const [none = 0, status = 0, half = 0, written = 0] = noticed;
    expect(none).toBeLessThan(status);
    expect(status).toBeLessThan(half);
    expect(half).toBeLessThan(written);
  });
});

async function makeVersions(root: string): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const reduction of REDUCTIONS) {
    const folder = join(root, reduction);
    await cp(join(repositoryRoot, 'examples'), folder, { recursive: true });
    await reduceAssertions(folder, reduction);
    versions.set(reduction, folder);
  }
  return versions;
}

async function countNoticed(root: string, version: string, folder: string): Promise<number> {
  const sound = await runOnce(join(root, `api-${version}`), folder);
  expect([...sound].filter(([, passed]) => !passed)).toEqual([]);
  let noticed = 0;
  for (const [place, fault] of PLANTED_FAULTS.entries()) {
    const broken = await runOnce(join(root, `api-${version}-${place}`), folder, fault);
    if (noticesFault(sound, broken)) noticed += 1;
  }
  return noticed;
}

async function runOnce(
  apiFolder: string,
  folder: string,
  fault?: (typeof PLANTED_FAULTS)[number],
): Promise<ReadonlyMap<string, boolean>> {
  const api = await startApi(apiFolder, fault);
  try {
    return await runTests(folder, api.url);
  } finally {
    await api.close();
  }
}
