/** Runs what a person has chosen, once or again and again. */
import { signal, type Signal } from '@preact/signals';
import type { ResultSummary } from '../../../../src/server/api-types.js';
import { readFileResults } from '../../api/results.js';
import type { RunTarget } from '../../api/service.js';
import { isRunningAll, runTargets } from './executions.js';
import { documents, save } from '../documents.js';
import { baseName, fileTotals } from './last-results.js';
import { attempt, notify } from '../notices.js';
import { DEFAULT_CHOICE, type ChoosableRequest, type RunChoice } from './run-choice.js';
import { storedSignal } from '../stored-signal.js';

/** Which run of several is going on. */
export interface Pass {
  readonly number: number;
  readonly count: number;
}

export const currentPass = signal<Pass | undefined>(undefined);

const choices = new Map<string, Signal<RunChoice>>();

/** The choice for a file, or for the workspace if it is empty; it is kept until the tab is closed. */
export function runChoice(file: string): Signal<RunChoice> {
  const choice = choices.get(file) ?? storedSignal<RunChoice>(`run:${file}`, DEFAULT_CHOICE);
  choices.set(file, choice);
  return choice;
}

/** The names of the requests whose newest result is a failure, by file. */
const failedNames = signal<ReadonlyMap<string, ReadonlySet<string>>>(new Map());

/** Whether the newest result of the request, or of one of its rows of data, is a failure. */
export function hasLastFailed({ file, name }: ChoosableRequest): boolean {
  return failedNames.value.get(file)?.has(name) ?? false;
}

/** Reads what failed last time in the file, or in all files of the workspace if it is empty. */
export async function loadFailed(file: string): Promise<void> {
  const failing = [...fileTotals.peek().values()].filter(({ failed }) => failed > 0);
  const files = file === '' ? failing.map((totals) => totals.file) : [file];
  const found = new Map<string, ReadonlySet<string>>();
  await attempt(async () => {
    for (const path of files) found.set(path, failedOf(path, await readFileResults(path)));
    failedNames.value = found;
  });
}

function failedOf(file: string, results: readonly ResultSummary[]): ReadonlySet<string> {
  const failed = results.filter((result) => result.file === file && result.verdict === 'failed');
  return new Set(failed.flatMap(({ name }) => [name, baseName(name)]));
}

export async function runChosen(
  targets: readonly RunTarget[],
  { repeat, times }: Pick<RunChoice, 'repeat' | 'times'>,
): Promise<void> {
  if (isRunningAll.value) return;
  // What is run is what the editor shows.
  for (const { file } of targets) {
    if (documents.peek().some(({ path }) => path === file) && !(await save(file))) return;
  }
  const count = repeat === 'once' ? 1 : Number(times);
  try {
    for (let number = 1; number <= count; number++) {
      if (count > 1) currentPass.value = { number, count };
      const { passed, failed, isStopped } = await runTargets(targets);
      if (isStopped) return;
      if (repeat === 'failure' && failed > 0) {
        notify('problem', `Failed in run ${number} of at most ${count}.`);
        return;
      }
      if (number === count) notifyEnd({ passed, failed }, count);
    }
  } finally {
    currentPass.value = undefined;
  }
}

function notifyEnd({ passed, failed }: { passed: number; failed: number }, count: number): void {
  const runs = count === 1 ? '' : ` in the last of ${count} runs`;
  if (failed === 0) notify('done', `All ${passed} passed${runs}.`);
  else notify('problem', `${failed} failed${runs}.`);
}
