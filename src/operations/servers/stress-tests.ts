import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import { stressOptions, type GivenStress } from '../../stress/plan/options.js';
import type { StressResult } from '../../stress/measure/stress-result.js';
import type { Configuration } from '../settings/configuration.js';
import type { Engine } from '../engine/engine.js';
import { startLoadTest } from './engine-load-test.js';
import type { Environments } from '../settings/environments.js';
import type { LoadTest } from '../load/perform-load-test.js';
import { brokenMessage } from '../files/refused-file.js';
import type { ServiceOptions } from '../settings/service-options.js';
import { StressControl, type StressStatus } from '../load/stress-control.js';
import { givenStress, type StressFields } from '../load/stress-fields.js';
import { createStressProfiles, existing, type StressProfiles } from '../load/stress-profiles.js';
import { stressInput } from '../load/stress-input.js';

export interface StressRequest extends StressFields {
  readonly files: readonly string[];
  /** Instead of the active one. */
  readonly environment?: string | undefined;
  /** Gives what is not said here. */
  readonly profile?: string | undefined;
  readonly seed?: number | undefined;
}

/** Load tests for clients, one at a time, with events (server.md 10). */
export interface StressTests {
  readonly profiles: StressProfiles;
  /** Begins a test, whose end is told by an event. */
  start(request: StressRequest): Promise<{ readonly status: 'started' }>;
  stop(): { readonly status: 'stopping' | 'already_stopped' };
  status(): StressStatus;
  result(): StressResult;
  /** Stops a test and waits until it has ended; a teardown that takes too long is given up. */
  close(): Promise<void>;
}

export interface StressTestsInput {
  readonly options: Pick<ServiceOptions, 'log'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly configuration: Configuration;
  readonly environments: Pick<Environments, 'active'>;
  readonly events: EventBus;
}

export function createStressTests(input: StressTestsInput): StressTests {
  const { options, configuration, events } = input;
  const control = new StressControl({
    onUpdate: (news) => events.emit('stress_update', news),
    onFailure: (error) => options.log('error', `the stress test ended by a defect: ${String(error)}`),
  });
  return {
    profiles: createStressProfiles(configuration),
    start: async (request) => {
      if (!request.duration && !request.profile) throw new ServiceError('usage', 'duration is required');
      const given = givenStress(request, request.seed);
      return control
        .start(async (stop, giveUp) => {
          return startLoadTest(input.engine, await testFor(request, given, input), stop, giveUp);
        })
        .catch((error: unknown) => {
          throw wordedLikeOthers(error);
        });
    },
    stop: () => control.stop(),
    status: () => control.status(),
    result: () => control.result(),
    close: () => control.close(),
  };
}

/** In the order of their checks: profile, files; whether there is something to run is found when it is planned. */
async function testFor(
  request: StressRequest,
  given: GivenStress,
  { configuration, environments }: StressTestsInput,
): Promise<LoadTest> {
  const { config } = await configuration.current();
  const profile = request.profile ? existing(config, request.profile) : undefined;
  // Without a profile the request has a duration.
  const stress = stressOptions(stressInput(given, profile, 0));
  return { files: request.files, environment: request.environment || environments.active(), stress };
}

/** A circle through other files is found when the test is planned. */
function wordedLikeOthers(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.kind !== 'request-file') return error;
  const [, path] = /^(.*?):\d+:\d+: dependency cycle: /s.exec(error.message) ?? [];
  return path === undefined ? error : new ServiceError(error.kind, brokenMessage(path, [error.message]));
}
