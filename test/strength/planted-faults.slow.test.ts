import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { correlation } from './correlation.js';
import { PLANTED_FAULTS } from './planted-faults.js';
import { noticesFault, runTests, startApi } from './planted-runs.js';
import { reduceAssertions, type Reduction } from './versions.js';

const REDUCTIONS: readonly Reduction[] = ['none', 'status', 'half', 'written'];

/** A hundred and fifty runs of all examples; a busy machine needs minutes for them. */
const RUNS_MS = 600_000;

interface Figures {
  readonly version: string;
  /** Of the changes of responses, in percent. */
  readonly score: number;
  /** How many of the planted faults make a request fail. */
  readonly noticed: number;
}

describe('faults planted into the API of the examples', () => {
  it(
    'are noticed by the more tests, the higher these score',
    async () => {
      const root = await temporaryWorkspace();
      const figures: Figures[] = [];
      for (const reduction of REDUCTIONS) {
        const folder = await copyExamples(root, reduction);
        await reduceAssertions(folder, reduction);
        figures.push(await measure(root, reduction, folder));
      }
      const fixed = await copyExamples(root, 'fixed');
      await addSuggestions(root, fixed);
      figures.push(await measure(root, 'fixed', fixed));

      const scores = figures.map(({ score }) => score);
      const noticed = figures.map((each) => each.noticed);
      expect(scores).toEqual(scores.toSorted((a, b) => a - b));
      expect(noticed).toEqual(noticed.toSorted((a, b) => a - b));
      expect(new Set(noticed).size).toBe(figures.length);
      expect(noticed.at(-1)).toBe(PLANTED_FAULTS.length);
      expect(correlation(figures.map(({ score, noticed: count }) => [score, count]))).toBeGreaterThan(0.8);
    },
    RUNS_MS,
  );
});

async function copyExamples(root: string, version: string): Promise<string> {
  const folder = join(root, version);
  await cp(join(repositoryRoot, 'examples'), folder, { recursive: true });
  return folder;
}

async function measure(root: string, version: string, folder: string): Promise<Figures> {
  const sound = await runOnce(join(root, `api-${version}`), folder);
  expect([...sound].filter(([, failure]) => failure !== '')).toEqual([]);
  let noticed = 0;
  for (const [place, fault] of PLANTED_FAULTS.entries()) {
    const broken = await runOnce(join(root, `api-${version}-${place}`), folder, fault);
    if (noticesFault(sound, broken)) noticed += 1;
  }
  const { stdout } = await strength(join(root, `measured-${version}`), folder, ['--json']);
  return { version, score: (JSON.parse(stdout) as { score: number }).score, noticed };
}

/** As they stand, without a word by hand. */
async function addSuggestions(root: string, folder: string): Promise<void> {
  const { code, stderr } = await strength(join(root, 'api-fix'), folder, ['--fix']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

async function strength(
  apiFolder: string,
  folder: string,
  flags: readonly string[],
): Promise<Awaited<ReturnType<typeof runSvc>>> {
  const api = await startApi(apiFolder);
  try {
    const history = ['--history-db', join(apiFolder, 'history.db')];
    const args = ['strength', '.', '--run', ...history, '--variable', `baseUrl=${api.url}`, ...flags];
    return await runSvc(args, { cwd: folder });
  } finally {
    await api.close();
  }
}

async function runOnce(
  apiFolder: string,
  folder: string,
  fault?: (typeof PLANTED_FAULTS)[number],
): Promise<ReadonlyMap<string, string>> {
  const api = await startApi(apiFolder, fault);
  try {
    return await runTests(folder, api.url);
  } finally {
    await api.close();
  }
}
