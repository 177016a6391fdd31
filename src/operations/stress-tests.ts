import { ServiceError } from '../errors.js';
import type { EventBus } from '../events/bus.js';
import { stressOptions, type GivenStress } from '../stress/options.js';
import { knownSecrets } from '../runner/run.js';
import type { StressResult } from '../stress/stress-result.js';
import type { StressOrder } from '../stress/stress-test.js';
import type { Configuration } from './configuration.js';
import type { Environments } from './environments.js';
import { needsOtherFiles } from './known-plans.js';
import { hasLargeFile } from './large-texts.js';
import type { StressElsewhere } from './prepare-stress.js';
import { brokenMessage } from './refused-file.js';
import { ServerSettings } from './server-settings.js';
import type { ServiceOptions } from './service-options.js';
import { StressControl, type StressStatus } from './stress-control.js';
import { canDirect, directedTest } from './stress-director.js';
import { givenStress, type StressFields } from './stress-fields.js';
import { loadStressFiles } from './stress-files.js';
import { createStressProfiles, existing, type StressProfiles } from './stress-profiles.js';
import { stressWishes } from './stress-wishes.js';
import type { WorkspaceFiles } from './workspace-files.js';

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
  readonly options: ServiceOptions;
  readonly files: Pick<WorkspaceFiles, 'judge' | 'load'>;
  readonly configuration: Configuration;
  readonly environments: Pick<Environments, 'active'>;
  readonly events: EventBus;
}

export function createStressTests(input: StressTestsInput): StressTests {
  const { options, configuration, events } = input;
  const settings = new ServerSettings(options);
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
        .start(() => orderFor(request, given, settings, input))
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

/** In the order of server.md 10.1: profile, files; whether there is something to run is found when it is planned. */
async function orderFor(
  request: StressRequest,
  given: GivenStress,
  known: ServerSettings,
  { options, files, configuration, environments }: StressTestsInput,
): Promise<StressOrder | StressElsewhere> {
  const current = await configuration.current();
  const profile = request.profile ? existing(current.config, request.profile) : undefined;
  // Without a profile the request has a duration.
  const stress = stressOptions(stressWishes(given, profile, 0));
  const settings = await known.of(current, request.environment || environments.active());
  const { root, process, cpuTime } = options;
  const parts = { stress, settings, shownFrom: root, process, cpuTime };
  const { options: runOptions, root: place } = settings;
  const setup = { ...parts, paths: request.files, settings: { options: runOptions, root: place } };
  const elsewhere: StressElsewhere = { prepare: (stop, giveUp) => directedTest(setup, stop, giveUp) };
  if (canDirect() && (await hasLargeFile(request.files, files))) return elsewhere;
  const loaded = await loadStressFiles(request.files, files);
  // Those may be large.
  if (canDirect() && loaded.some(({ file }) => needsOtherFiles(file))) return elsewhere;
  return { ...parts, files: loaded, secrets: knownSecrets(runOptions, loaded) };
}

/** A circle through other files is found when the test is planned. */
function wordedLikeOthers(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.kind !== 'request-file') return error;
  const [, path] = /^(.*?):\d+:\d+: dependency cycle: /s.exec(error.message) ?? [];
  return path === undefined ? error : new ServiceError(error.kind, brokenMessage(path, [error.message]));
}
