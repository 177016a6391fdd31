/** Load tests of the history: the list, the shown one, and the one it is compared with. */
import { signal } from '@preact/signals';
import type {
  StressComparison,
  StressResult,
  StressRun,
  StressRunPage,
} from '../../../../src/server/api-types.js';
import { ApiError } from '../../api/client.js';
import {
  compareStressRuns,
  readStressReport,
  readStressRun,
  readStressRuns,
  removeStressRun,
  removeStressRuns,
} from '../../api/stress.js';
import { saveFile } from '../save-file.js';
import { attempt, notify } from '../notices.js';
import { navigate, route, stressAddress } from '../route.js';

const PAGE_SIZE = 25;

export const stressRuns = signal<StressRunPage | undefined>(undefined);
/** The reason why there is no history, for example that it is disabled. */
export const stressRunsProblem = signal('');
export const shownTest = signal<StressRun | undefined>(undefined);
export const baselineTest = signal<StressRun | undefined>(undefined);
export const comparison = signal<StressComparison | undefined>(undefined);
/** The number of a test that is not in the history any more; 0 if there is none. */
export const missingTest = signal(0);

export async function loadStressRuns(offset = stressRuns.peek()?.offset ?? 0): Promise<void> {
  try {
    stressRuns.value = await readStressRuns(PAGE_SIZE, offset);
    stressRunsProblem.value = '';
  } catch (error) {
    stressRunsProblem.value = error instanceof Error ? error.message : String(error);
  }
}

/** Loads what the address names. */
export async function showTest(id: number, against: number): Promise<void> {
  missingTest.value = 0;
  if (shownTest.peek()?.id !== id) shownTest.value = undefined;
  if (baselineTest.peek()?.id !== against) baselineTest.value = undefined;
  comparison.value = undefined;
  if (id === 0) return;
  const test = shownTest.peek() ?? (await storedTest(id));
  const baseline = against === 0 ? undefined : (baselineTest.peek() ?? (await storedTest(against)));
  const isCompared = test !== undefined && baseline !== undefined;
  const compared = isCompared ? await attempt(() => compareStressRuns(against, id)) : undefined;
  // Another test may have been chosen meanwhile.
  const now = route.peek();
  if (now.view !== 'stress' || now.run !== id || now.against !== against) return;
  shownTest.value = test;
  baselineTest.value = baseline;
  comparison.value = compared;
}

/** Undefined if the test has been deleted. */
async function storedTest(id: number): Promise<StressRun | undefined> {
  return attempt(async () => {
    try {
      return await readStressRun(id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      missingTest.value = id;
      return undefined;
    }
  });
}

export async function deleteTest(id: number): Promise<void> {
  await attempt(async () => {
    await removeStressRun(id);
    const now = route.peek();
    if (now.view === 'stress' && (now.run === id || now.against === id)) navigate('/stress');
    await loadStressRuns();
    notify('done', `Deleted load test ${id}.`);
  });
}

export async function deleteAllTests(): Promise<void> {
  await attempt(async () => {
    await removeStressRuns();
    navigate(stressAddress(0));
    await loadStressRuns(0);
    notify('done', 'Deleted all load tests of this workspace.');
  });
}

/** Saves the page of a test; 0 stands for the last one, which is not stored. */
export async function saveReport(id: number): Promise<void> {
  await attempt(async () => saveFile(`${fileName(id)}.html`, await readStressReport(id)));
}

export function saveResult(id: number, result: StressResult): void {
  const content = `${JSON.stringify(result, undefined, 2)}\n`;
  saveFile(`${fileName(id)}.json`, new Blob([content], { type: 'application/json' }));
}

function fileName(id: number): string {
  return id === 0 ? 'load-test' : `load-test-${id}`;
}
