import { ServiceError } from '../errors.js';
import { isHeavy, WrittenJson, writtenInSteps } from '../evaluation/json-in-steps.js';
import type { EventBus } from '../events/bus.js';
import { toRunResult, type RunResult } from '../events/run-result.js';
import { recentResults } from '../history/recent.js';
import { runRowBytes } from '../history/to-run-rows.js';
import { SharedConnections } from '../http/shared-connections.js';
import { randomId } from '../primitives/random-id.js';
import type { RequestFile } from '../request-file/model.js';
import { expectedResults, hasDataRows } from '../runner/expected-results.js';
import { SELECT_ALL } from '../runner/options.js';
import type { FilePlan, RunPlan } from '../runner/plan.js';
import type { FileOutcome } from '../runner/result.js';
import type { RunDoors, RunnableFile } from '../runner/run-input.js';
import type { Configuration } from './configuration.js';
import type { Environments } from './environments.js';
import { executeFiles, knownSecrets, runInput, type Execution } from './execute-files.js';
import { progressListener } from './execution-progress.js';
import type { ExecutionRequest } from './execution-request.js';
import type { ExecutionThread } from './execution-thread.js';
import type { HistoryAccess } from './history-access.js';
import { KnownPlans } from './known-plans.js';
import { isLargeFile, LARGE_FILE } from './large-texts.js';
import { brokenMessage } from './refused-file.js';
import type { RunSettings } from './run-options.js';
import { serverDoors } from './server-doors.js';
import { ServerSettings, type SettingsOptions } from './server-settings.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** Running request files for clients, with events and history (server.md 6). */
export interface Executions {
  /**
   * Failed requests are results; it throws when the execution itself fails or is cancelled. What is long comes
   * as JSON. `id`: of an execution that was begun elsewhere.
   */
  execute(request: ExecutionRequest, signal: AbortSignal, id?: string): Promise<RunResult | WrittenJson>;
  /** When all that run have ended; who closes has aborted them before. */
  close(): Promise<void>;
}

export interface ExecutionsInput {
  readonly options: SettingsOptions;
  readonly files: Pick<WorkspaceFiles, 'judge' | 'load' | 'look'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly history: Pick<HistoryAccess, 'add' | 'isPersistent'>;
  readonly events: EventBus;
  /** Runs large files beside the event loop; without one they run here. */
  readonly thread?: Pick<ExecutionThread, 'run' | 'close'> | undefined;
}

const MOST_RUNNING = 64;

export async function createExecutions(input: ExecutionsInput): Promise<Executions> {
  const desk = new ExecutionDesk(input, await serverDoors(input));
  return {
    execute: (request, signal, id) => desk.execute(request, signal, id),
    close: () => desk.close(),
  };
}

interface Begun {
  readonly id: string;
  /** Normalised. */
  readonly path: string;
  readonly known: RequestFile | undefined;
  readonly isLarge: boolean;
  readonly request: ExecutionRequest;
  readonly signal: AbortSignal;
}

class ExecutionDesk {
  readonly #input: ExecutionsInput;
  readonly #doors: RunDoors;
  readonly #settings: ServerSettings;
  readonly #plans = new KnownPlans();
  readonly #connections = new SharedConnections();
  readonly #running = new Set<Promise<RunResult | WrittenJson>>();

  constructor(input: ExecutionsInput, doors: RunDoors) {
    this.#input = input;
    this.#doors = doors;
    this.#settings = new ServerSettings(input.options);
  }

  async execute(
    request: ExecutionRequest,
    signal: AbortSignal,
    id = randomId(),
  ): Promise<RunResult | WrittenJson> {
    const { path, known, size } = await this.#input.files.judge(request.file);
    signal.throwIfAborted();
    if (this.#running.size >= MOST_RUNNING) {
      throw new ServiceError('unavailable', 'too many executions are running');
    }
    const running = this.#perform({ id, path, known, isLarge: size >= LARGE_FILE, request, signal });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
    this.#connections.close();
    await this.#input.thread?.close();
  }

  /** Exactly one event ends what the first one began. */
  async #perform(begun: Begun): Promise<RunResult | WrittenJson> {
    const { id, path: file, isLarge, signal } = begun;
    const { events, options, thread } = this.#input;
    events.emit('execution_start', { id, file, status: 'started' });
    try {
      let result = await (isLarge && thread ? this.#runInThread(thread, begun) : this.#run(begun));
      // Written once for all who hear of it, and for the answer.
      if (events.isHeard && !(result instanceof WrittenJson) && isHeavy(result))
        result = await writtenInSteps(result);
      events.emit('execution_complete', { id, file, status: 'completed', result });
      return result;
    } catch (thrown) {
      const error: unknown = signal.aborted ? signal.reason : thrown;
      const known = error instanceof ServiceError && error.kind !== 'internal';
      if (!known) options.log('error', `execution ${id} ended by a defect`, { execution: id });
      const message = known ? error.message : `internal error ${id}; see the server log`;
      events.emit('error', { id, file, status: 'error', error: message });
      throw error;
    }
  }

  #runInThread(thread: NonNullable<ExecutionsInput['thread']>, begun: Begun): Promise<WrittenJson> {
    const { id, request, signal } = begun;
    const environment = request.environment || this.#input.environments.active();
    return thread.run(id, { ...request, environment }, signal);
  }

  async #run(begun: Begun): Promise<RunResult | WrittenJson> {
    const { id, path, known, request, signal } = begun;
    const { history, files, thread } = this.#input;
    const settings = await this.#settingsFor(request);
    const runnable = await files.load(request.file, known);
    signal.throwIfAborted();
    const execution = this.#execution(settings, runnable, begun);
    const { files: planned, doors } = execution;
    const { options } = settings;
    const plan = await this.#plans.of(runnable.file, { files: planned, options, loadFile: doors.loadFile });
    const filePlan = soundPlan(plan, path);
    if (thread && borrowsLarge(filePlan)) return this.#runInThread(thread, begun);
    const sizes = hasDataRows(filePlan)
      ? await expectedResults(filePlan, runInput(execution))
      : filePlan.steps.map(() => 1);
    execution.plan = plan;
    execution.onEvent = progressListener({ id, file: path, events: this.#input.events, sizes });
    const outcome = await this.#outcome(execution, path);
    // What was cancelled leaves no trace.
    signal.throwIfAborted();
    const environment = options.environmentName;
    const { root } = this.#input.options;
    const rows = history.isPersistent
      ? runRowBytes(outcome, root, environment, execution.secrets, 'server')
      : undefined;
    const runId = await history.add(rows, recentResults(outcome, Date.now()));
    return toRunResult(outcome, { id, environment, runId });
  }

  /** Read anew for each execution, and the same until its end. */
  async #settingsFor({ requestName, environment }: ExecutionRequest): Promise<RunSettings> {
    const { configuration, environments } = this.#input;
    const config = await configuration.current();
    const settings = await this.#settings.of(config, environment || environments.active());
    if (requestName === undefined || requestName === '') return settings;
    return {
      ...settings,
      options: { ...settings.options, selection: { ...SELECT_ALL, exactName: requestName } },
    };
  }

  #execution(settings: RunSettings, runnable: RunnableFile, { signal }: Begun): ExecutionDraft {
    const { process, log } = this.#input.options;
    const files = [runnable];
    return {
      files,
      settings,
      doors: this.#doors,
      plan: undefined,
      process,
      signal,
      onEvent: ignore,
      onWarning: (warning) => log('warn', warning),
      secrets: knownSecrets(settings, files),
      connect: this.#connections.connect,
    };
  }

  async #outcome(execution: Execution, path: string): Promise<FileOutcome> {
    const run = await executeFiles(execution);
    for (const problem of run.problems ?? []) this.#input.options.log('warn', problem, { file: path });
    const [outcome] = run.files;
    if (outcome === undefined) throw new ServiceError('internal', `${path} has no outcome`);
    return outcome;
  }
}

/** All keys from the start: objects of one shape are what the engine is quick with. */
type ExecutionDraft = Omit<Execution, 'plan' | 'onEvent'> & {
  plan: RunPlan | undefined;
  onEvent: Execution['onEvent'];
};

function ignore(): void {}

/** A small file may need requests of large ones. */
function borrowsLarge({ steps }: FilePlan): boolean {
  return steps.some(({ node: { owner } }) => owner.guest && isLargeFile(owner.runnable.file));
}

/** Only a dependency cycle through other files is left to find: the file itself was judged when it was loaded. */
function soundPlan({ files: [plan] }: RunPlan, path: string): FilePlan {
  if (plan === undefined) throw new ServiceError('internal', `${path} has no plan`);
  const [problem] = plan.broken;
  if (problem === undefined) return plan;
  throw new ServiceError('request-file', brokenMessage(path, [problem]));
}
