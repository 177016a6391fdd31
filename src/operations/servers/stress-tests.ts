import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import { LOCAL_LIMITS, WORKER_LIMITS } from '../../stress/plan/load-limits.js';
import { readStressOptions, type PartialStressInput } from '../../stress/plan/stress-options.js';
import type { StressRow } from '../../history/queries/stress-run.js';
import type { LatencyMetric } from '../../diff/compare-load-tests.js';
import { encodeJsonLine } from '../../evaluation/values/json-line.js';
import type { Configuration } from '../settings/configuration.js';
import type { Engine } from '../engine/engine.js';
import { startLoadTest } from './engine-load-test.js';
import type { HistoryAccess } from './history-access.js';
import type { Environments } from '../settings/environments.js';
import { chooseWorkers, type WorkerFields } from '../load/choose-workers.js';
import type { LoadTest } from '../load/perform-load-test.js';
import { brokenPlanMessage } from '../files/refuse-file.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { StressControl } from '../load/stress-control.js';
import { createStressProfiles, requireProfile, type StressProfiles } from '../load/stress-profiles.js';
import {
  readStressFields,
  resolveStressInput,
  type FindFields,
  type StressFields,
} from '../load/stress-input.js';

export interface StressRequest extends StressFields, FindFields, WorkerFields {
  readonly files: readonly string[];
  /** Replaces the active environment. */
  readonly environment?: string | undefined;
  /** Supplies the fields that are left out here. */
  readonly profile?: string | undefined;
  readonly seed?: number | undefined;
  /** Its name in the history. */
  readonly label?: string | undefined;
  /** Skips requests that svc cannot run, which are refused otherwise. */
  readonly skipUnsupported?: boolean | undefined;
}

/** Load tests for clients, one at a time, with events. */
export interface StressTests {
  readonly profiles: StressProfiles;
  readonly control: Omit<StressControl, 'start'>;
  /** Starts a test, whose end is reported by an event. */
  start(request: StressRequest): Promise<{ readonly status: 'started' }>;
  /** Compares two tests of the history; returns a line of JSON. */
  compare(baseline: string, current: string, metric?: LatencyMetric): Promise<Uint8Array>;
  /** A test of the history, or the last one that ended, as a page. */
  page(id?: string): Promise<Uint8Array>;
}

export interface StressTestsInput {
  readonly options: Pick<ServiceOptions, 'log' | 'queue'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly configuration: Configuration;
  readonly environments: Pick<Environments, 'active'>;
  readonly events: EventBus;
  readonly history: Pick<HistoryAccess, 'isPersistent' | 'addStress' | 'stressRun'>;
}

export function createStressTests(input: StressTestsInput): StressTests {
  const { options, configuration, events } = input;
  const control = new StressControl({
    onUpdate: (payload) => events.emit('stress_update', payload),
    onFailure: (error) =>
      options.log('error', `the stress test failed with an internal error: ${String(error)}`),
  });
  const { engine, history } = input;
  return {
    profiles: createStressProfiles(configuration),
    control,
    start: async (request) => {
      if (!request.duration && !request.stages && !request.profile)
        throw new ServiceError('usage', 'duration is required');
      // A profile may ask for workers.
      const limits = request.workers || request.profile ? WORKER_LIMITS : LOCAL_LIMITS;
      const fields = readStressFields(request, request.seed, limits);
      checkWorkerFields(request, options.queue !== undefined);
      return control
        .start(async (stop, abort, onWaiting) => {
          const test = await resolveTest(request, fields, input);
          const keep = (row: StressRow): Promise<number> => history.addStress(row);
          return startLoadTest(engine, test, { stop, abort, keep, onWaiting });
        })
        .catch((error: unknown) => {
          throw withCycleMessage(error);
        });
    },
    compare: async (first, second, metric = 'p95') => {
      const baseline = await history.stressRun(first);
      const current = await history.stressRun(second);
      return engine.call('compareStress', { baseline, current, metric }, { lane: 'heavy' });
    },
    page: async (id) => {
      const test = id === undefined ? lineOf(control) : await history.stressRun(id);
      return engine.call('renderStress', { test }, { lane: 'heavy' });
    },
  };
}

/** Checks the profile before the files; an empty selection is found when the test is planned. */
async function resolveTest(
  request: StressRequest,
  fields: PartialStressInput,
  { options, configuration, environments, history }: StressTestsInput,
): Promise<LoadTest> {
  const { config } = await configuration.current();
  const profile = request.profile ? requireProfile(config, request.profile) : undefined;
  const workers = request.workers ?? profile?.workers;
  const limits = workers === undefined ? LOCAL_LIMITS : WORKER_LIMITS;
  if (workers === undefined) refuseCompanions(request);
  const queue = workers === undefined ? undefined : requireQueue(options);
  // Without a profile, the request has a duration.
  const input = resolveStressInput(fields, profile, 0);
  const stress = readStressOptions(input, undefined, limits);
  return {
    files: request.files,
    environment: request.environment || environments.active(),
    stress,
    label: request.label ?? '',
    skipUnsupported: request.skipUnsupported ?? false,
    isKept: history.isPersistent,
    ...(queue && {
      distribution: {
        ...queue,
        ...chooseWorkers(request, profile),
        slots: { count: input.maxVUs, shownName: 'maxVUs' },
      },
    }),
  };
}

const COMPANIONS = [
  'minWorkers',
  'workerLabels',
  'onLoss',
] as const satisfies readonly (keyof WorkerFields)[];

/** None of them is ignored, since the test would be another one. */
function checkWorkerFields(request: StressRequest, hasQueue: boolean): void {
  const { workers = null, profile } = request;
  if (!hasQueue && (workers !== null || givenCompanion(request) !== undefined)) throw noQueue();
  if (workers !== null) chooseWorkers(request, undefined);
  else if (!profile) refuseCompanions(request);
}

function refuseCompanions(request: StressRequest): void {
  const given = givenCompanion(request);
  if (given !== undefined) throw new ServiceError('usage', `${given} must be left out without workers`);
}

function givenCompanion(request: StressRequest): keyof WorkerFields | undefined {
  return COMPANIONS.find((name) => request[name] !== undefined && request[name] !== null);
}

function requireQueue({ queue }: Pick<ServiceOptions, 'queue'>): NonNullable<ServiceOptions['queue']> {
  if (queue === undefined) throw noQueue();
  return queue;
}

function noQueue(): ServiceError {
  return new ServiceError('usage', 'workers needs a server started with --queue');
}

/** The last test in the form that the history returns. */
function lineOf(control: StressControl): Uint8Array {
  const result = control.result();
  const { label = '', files = [], environment = '', options = {} } = control.lastTest() ?? {};
  return encodeJsonLine({ id: result.stressId, label, files, environment, options, result });
}

/** A cycle through other files is found when the test is planned; its message reads like that of an execution. */
function withCycleMessage(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.kind !== 'request-file') return error;
  const [, path] = /^(.*?):\d+:\d+: dependency cycle: /s.exec(error.message) ?? [];
  return path === undefined ? error : new ServiceError(error.kind, brokenPlanMessage(path, [error.message]));
}
