/** Load tests against loopback servers, with their load in this thread, on a clock of their own. */
import { dirname, join } from 'node:path';
import { parseRequestFile } from '../../../src/request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../../../src/runner/plan/options.js';
import type { RunnableFile } from '../../../src/runner/plan/run-input.js';
import { knownSecrets } from '../../../src/runner/prepare/known-secrets.js';
import { workspaceFileAccess } from '../../../src/runner/workspace-file-access.js';
import { planLoad, type LoadPlan } from '../../../src/stress/plan/load-plan.js';
import type { LoadGenerator } from '../../../src/stress/load-generator.js';
import type { StartThread } from '../../../src/stress/load-threads.js';
import { createWeightedPick } from '../../../src/stress/plan/weighted-pick.js';
import { readStressOptions, type StressInput } from '../../../src/stress/plan/stress-options.js';
import type { StressResult } from '../../../src/stress/measure/stress-result.js';
import type { StressTask } from '../../../src/stress/stress-task.js';
import { StressTest } from '../../../src/stress/stress-test.js';
import type { LoadTask } from '../../../src/stress/worker-messages.js';
import { temporaryWorkspace } from '../files/workspace.js';
import { TurnedTime, type LoadTime } from './load-time.js';

export interface StressSettings {
  readonly stress?: Partial<StressInput>;
  readonly options?: Partial<RunOptions>;
  readonly path?: 'quick' | 'ordinary';
  readonly signal?: AbortSignal;
  /** A turned time of its own when left out. */
  readonly time?: LoadTime;
  readonly startThread?: (time: LoadTime) => StartThread;
  readonly generator?: LoadGenerator;
  /** The number of load threads. */
  readonly threads?: number;
  readonly process?: Readonly<Record<string, string | undefined>>;
}

const DEFAULT_STRESS = { duration: 300, seed: 1 };

/** An order for one thread that has nothing to send, unless changed. */
export function loadOrder(changes: Partial<LoadTask>): LoadTask {
  return {
    stress: readStressOptions({ duration: 1000 }),
    options: DEFAULT_RUN_OPTIONS,
    fileAccess: { root: '', shownFrom: '' },
    process: {},
    definitions: [],
    chains: [],
    weights: [],
    thinkTimes: [],
    iterationRate: 1,
    setupState: new Map(),
    thread: 0,
    threads: 1,
    slots: 1,
    path: 'quick',
    ...changes,
  };
}

export async function stressRun(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: StressSettings = {},
): Promise<StressResult> {
  return (await stressTest(files, settings)).run();
}

export async function stressTest(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: StressSettings = {},
): Promise<StressTest> {
  const root = await temporaryWorkspace(files);
  const options = { ...DEFAULT_RUN_OPTIONS, ...settings.options };
  const plan = await planIn(root, files, options);
  const time = settings.time ?? new TurnedTime();
  const order: StressTask = {
    clock: time.clock,
    files: [],
    stress: readStressOptions({
      ...DEFAULT_STRESS,
      ...(settings.stress?.stages ? {} : { rate: 20 }),
      ...settings.stress,
    }),
    settings: { options, root },
    shownFrom: root,
    process: settings.process ?? {},
    secrets: knownSecrets(options, []),
    cpuTime: () => 0,
    startThread: settings.startThread?.(time) ?? time.startThread,
    threads: settings.threads,
    ...(settings.generator && { generator: settings.generator }),
    path: settings.path ?? 'quick',
  };
  return new StressTest(plan, order, settings.signal ?? new AbortController().signal);
}

export async function loadPlan(
  files: Readonly<Record<string, string>>,
  options: Partial<RunOptions> = {},
  client?: RunnableFile['client'],
): Promise<LoadPlan> {
  const root = await temporaryWorkspace(files);
  return planIn(root, files, { ...DEFAULT_RUN_OPTIONS, ...options }, client);
}

async function planIn(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  options: RunOptions,
  client?: RunnableFile['client'],
): Promise<LoadPlan> {
  const names = Object.keys(files).filter((name) => name.endsWith('.http') && !name.startsWith('shared/'));
  const fileAccess = workspaceFileAccess({ root, shownFrom: root });
  const runnables = await Promise.all(names.map((name) => runnable(root, name, String(files[name]))));
  const given = client ? runnables.map((each) => ({ ...each, client })) : runnables;
  return planLoad({ files: given, options, fileAccess });
}

async function runnable(root: string, name: string, text: string): Promise<RunnableFile> {
  return { file: await parseRequestFile(text, name), shown: name, directory: dirname(join(root, name)) };
}

/**
 * A seed by which the last iterations send one request each: the later requests of one that starts at the end of the
 * load may or may not be sent. `lengths` are the numbers of requests of the choices.
 */
export function seedWithShortEnd(
  lengths: readonly number[],
  weights: readonly number[],
  iterations: number,
): number {
  for (let seed = 1; ; seed++) {
    const pick = createWeightedPick(weights, seed);
    const last = Array.from({ length: 20 }, (_, back) => lengths[pick(iterations - 1 - back, 0)]);
    if (last.every((length) => length === 1)) return seed;
  }
}
