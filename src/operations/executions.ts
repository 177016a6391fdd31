import { ServiceError } from '../errors.js';
import { isHeavy, WrittenJson, writtenInSteps } from '../evaluation/json-in-steps.js';
import type { EventBus } from '../events/bus.js';
import { toRunResult, type RunResult } from '../events/run-result.js';
import { SharedConnections } from '../http/shared-connections.js';
import { randomId } from '../primitives/random-id.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { RequestFile } from '../request-file/model.js';
import { expectedResults } from '../runner/expected-results.js';
import { SELECT_ALL } from '../runner/options.js';
import type { FilePlan, RunPlan } from '../runner/plan.js';
import type { FileOutcome } from '../runner/result.js';
import { openRun } from '../runner/run.js';
import { runFiles } from '../runner/run-files.js';
import type { FileAccess, RunnableFile, RunRequest } from '../runner/run-input.js';
import type { Configuration } from './configuration.js';
import type { Environments } from './environments.js';
import { progressListener } from './execution-progress.js';
import type { ExecutionRequest } from './execution-request.js';
import type { ExecutionThread } from './execution-thread.js';
import type { HistoryAccess } from './history-access.js';
import { KnownPlans } from './known-plans.js';
import { isLargeFile, LARGE_FILE } from './large-texts.js';
import { brokenMessage } from './refused-file.js';
import type { RunSettings } from './run-options.js';
import { serverFileAccess } from './server-file-access.js';
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
  readonly history: Pick<HistoryAccess, 'add'>;
  readonly events: EventBus;
  /** Runs large files beside the event loop; without one they run here. */
  readonly thread?: Pick<ExecutionThread, 'run' | 'close'> | undefined;
}

const MOST_RUNNING = 64;

export async function createExecutions(input: ExecutionsInput): Promise<Executions> {
  const desk = new ExecutionDesk(input);
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
  readonly #fileAccess: FileAccess;
  readonly #settings: ServerSettings;
  readonly #plans = new KnownPlans();
  readonly #connections = new SharedConnections();
  readonly #running = new Set<Promise<RunResult | WrittenJson>>();

  constructor(input: ExecutionsInput) {
    this.#input = input;
    this.#fileAccess = serverFileAccess(input);
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
    const run = this.#runRequest(settings, runnable, begun);
    const plan = await this.#plans.of(runnable.file, run);
    const filePlan = soundPlan(plan, path);
    if (thread && borrowsLarge(filePlan)) return this.#runInThread(thread, begun);
    const { outcome, secrets } = await this.#outcome(run, plan, filePlan, begun);
    // What was cancelled leaves no trace.
    signal.throwIfAborted();
    const environment = settings.options.environmentName;
    const runId = await history.add({ outcome, environment, secrets });
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

  #runRequest({ options }: RunSettings, runnable: RunnableFile, { signal }: Begun): RunRequest {
    return {
      files: [runnable],
      options,
      fileAccess: this.#fileAccess,
      process: this.#input.options.process,
      signal,
      connect: this.#connections.connect,
    };
  }

  async #outcome(
    request: RunRequest,
    plan: RunPlan,
    filePlan: FilePlan,
    { id, path: file }: Begun,
  ): Promise<{ readonly outcome: FileOutcome; readonly secrets: SecretSet }> {
    const { events, options } = this.#input;
    const run = openRun(request);
    try {
      const sizes = await expectedResults(filePlan, run);
      const ended = await runFiles(run, plan, progressListener({ id, file, events, sizes }));
      for (const problem of ended.problems ?? []) options.log('warn', problem, { file });
      const [outcome] = ended.files;
      if (outcome === undefined) throw new ServiceError('internal', `${file} has no outcome`);
      return { outcome, secrets: run.secrets };
    } finally {
      run.close();
    }
  }
}

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
