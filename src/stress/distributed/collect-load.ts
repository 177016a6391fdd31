/** The result of a load whose coordinator is gone, from what its workers and the coordinator kept. */
import { systemClock } from '../../primitives/clock.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { portableFileAccess } from '../../runner/portable/portable-file-access.js';
import { openRun } from '../../runner/run.js';
import { framingOptions } from '../framing-run.js';
import { buildHistogram, type HistogramDocument } from '../measure/histogram-document.js';
import { buildResult } from '../measure/build-result.js';
import type { StressResult } from '../measure/stress-result.js';
import type { WorkerFigures } from '../measure/worker-figures.js';
import { numberThreads, shareThreads } from '../plan/share-threads.js';
import { planIterations } from '../plan/staged-arrivals.js';
import { tearDown, type TeardownEnd } from '../tear-down.js';
import type { KeptLoad } from './kept-load.js';
import { assignThreads } from './hand-over.js';
import { sortWorkers, type CrewWorker, type KeptReport } from './load-messages.js';
import { WorkerRecord, type PlannedLoad } from './worker-record.js';

export interface CollectedLoad {
  readonly run: string;
  readonly workers: readonly CrewWorker[];
  /** By the id of the worker; one that kept nothing is not there. */
  readonly reports: ReadonlyMap<string, KeptReport>;
  readonly secrets: SecretSet;
  /** How long the workers went on without their coordinator. */
  readonly aloneMs: number;
}

export interface CollectedResult {
  readonly result: StressResult;
  readonly histogram: HistogramDocument;
}

/** Runs the teardown; failures of it are warnings. */
export async function collectLoad(kept: KeptLoad, collected: CollectedLoad): Promise<CollectedResult> {
  const { stress, names } = kept;
  const { run, reports, aloneMs } = collected;
  const loadMs = Math.max(0, ...[...reports.values()].map((report) => report.loadMs ?? report.atMs));
  const workers = workerFigures(kept, collected, Math.min(stress.duration, loadMs));
  const silent = collected.workers.filter(({ id }) => !reports.has(id));
  const warnings = [
    ...kept.warnings,
    ...silent.map(({ name }) => `worker ${name} kept nothing; what it sent is not counted`),
    'the time series was lost with the coordinator',
    ...(await tearDownKept(kept, collected)).warnings,
  ];
  const totals = workers.map((worker) => worker.totals);
  const definitions = names.map((name) => ({ name }));
  const lostAfter = Math.max(0, loadMs - aloneMs) / 1000;
  const result = buildResult({
    stress,
    definitions,
    totals,
    loadTime: loadMs,
    cpuPercent: Math.max(0, ...workers.map(({ cpuPercent }) => cpuPercent)),
    error: `the coordinator was lost after ${lostAfter.toFixed(1)} s`,
    errorKind: 'worker',
    stopped: true,
    startedAt: kept.startedAt,
    finishedAt: Date.now(),
    warnings,
    series: () => [],
    stages: () => [],
    aborted: null,
    distributed: { runId: run, workers },
  });
  return { result, histogram: buildHistogram(definitions, totals) };
}

/** The threads of the workers are shared out again as when they got their orders. */
function workerFigures(
  { stress, iterationRate, names }: KeptLoad,
  { workers, reports }: CollectedLoad,
  endMs: number,
): readonly WorkerFigures[] {
  const sorted = sortWorkers(workers);
  const counts = shareThreads(
    stress,
    sorted.map(({ threads }) => threads),
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  const times = stress.mode === 'rate' ? planIterations(stress, iterationRate) : undefined;
  const planned: PlannedLoad = { times, meanLength: 1 };
  const records = new Map<string, WorkerRecord>();
  for (const [index, own] of numberThreads(counts).entries()) {
    const worker = sorted[index];
    if (!worker) continue;
    const record = new WorkerRecord(worker, { ...own, total }, names.length, () => undefined);
    const report = reports.get(worker.id);
    if (report) record.add(report);
    records.set(worker.id, record);
  }
  // Some may not have heard of the last ones.
  const [handed = []] = [...reports.values()]
    .map((report) => report.handed ?? [])
    .sort((a, b) => b.length - a.length);
  assignThreads(handed, records);
  return [...records].map(([id, record]) => record.figures(planned, endMs, reports.has(id)));
}

async function tearDownKept({ teardown }: KeptLoad, { secrets }: CollectedLoad): Promise<TeardownEnd> {
  const { nodes, setupState, options, process, files } = teardown;
  return tearDown({
    nodes,
    setupState,
    passed: new Set(),
    openRun: (signal) =>
      openRun({
        files: [],
        options: framingOptions(options),
        fileAccess: portableFileAccess(files),
        process,
        signal,
        secrets,
      }),
    abort: undefined,
    clock: systemClock,
  });
}
