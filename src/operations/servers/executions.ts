import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import { withoutResults, withRunId } from '../../events/run-result-bytes.js';
import { randomId } from '../../primitives/random-id.js';
import type { Engine } from '../engine/engine.js';
import type { Environments } from '../settings/environments.js';
import type { ExecutionEvent, ExecutionMessage, ExecutionRequest } from '../runs/execution-request.js';
import type { HistoryAccess } from './history-access.js';
import type { KeptReports } from './kept-reports.js';
import type { Results } from './results.js';
import type { Log } from '../settings/log.js';
import type { TraceExporter } from '../tracing/trace-exporter.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** Runs request files for clients, with events and history. */
export interface Executions {
  /** Returns a line of JSON. Failed requests are results; throws when the execution itself fails or is cancelled. */
  execute(request: ExecutionRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends a running execution early, which then returns what has finished; throws for an unknown id. */
  stop(id: string): void;
  /** Waits for running executions, which the caller must have aborted. */
  close(): Promise<void>;
}

export interface ExecutionsInput {
  readonly files: Pick<WorkspaceFiles, 'normalise'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly history: Pick<HistoryAccess, 'add' | 'isPersistent'>;
  readonly reports: Pick<KeptReports, 'keep'>;
  readonly results: Pick<Results, 'add'>;
  readonly events: EventBus;
  /** Left out unless there is a collector. */
  readonly traces?: Pick<TraceExporter, 'add' | 'flush'> | undefined;
  readonly log: Log;
}

const MAX_RUNNING = 64;

export function createExecutions(input: ExecutionsInput): Executions {
  const running = new Map<string, RunningExecution>();
  return {
    execute: async (request, signal) => {
      const path = input.files.normalise(request.file);
      signal.throwIfAborted();
      if (running.size >= MAX_RUNNING) {
        throw new ServiceError('unavailable', 'too many executions are running');
      }
      const id = randomId();
      const stop = new StopMessage();
      const ended = executeWithEvents(id, path, request, { signal, stop }, input);
      running.set(id, { ended, stop });
      try {
        return await ended;
      } finally {
        running.delete(id);
      }
    },
    stop: (id) => {
      const execution = running.get(id);
      if (!execution) throw new ServiceError('not-found', `no such execution: ${id}`);
      execution.stop.send();
    },
    close: async () => void (await Promise.allSettled([...running.values()].map(({ ended }) => ended))),
  };
}

interface RunningExecution {
  readonly ended: Promise<unknown>;
  readonly stop: StopMessage;
}

/** Reaches the execution whichever thread it is moved to. */
class StopMessage {
  #isSent = false;
  #post: ((message: ExecutionMessage) => void) | undefined;

  send(): void {
    this.#isSent = true;
    this.#post?.('stop');
  }

  /** Called with each thread that the execution starts in. */
  readonly onStart = (post: (message: ExecutionMessage) => void): void => {
    this.#post = post;
    if (this.#isSent) post('stop');
  };
}

/** Every execution_start is followed by exactly one event that ends it. */
async function executeWithEvents(
  id: string,
  file: string,
  request: ExecutionRequest,
  { signal, stop }: { readonly signal: AbortSignal; readonly stop: StopMessage },
  { engine, environments, history, results, reports, events, traces, log }: ExecutionsInput,
): Promise<Uint8Array> {
  const environment = request.environment || environments.active();
  const execute = { id, request: { ...request, environment }, isStored: history.isPersistent };
  let isStarted = false;
  const onEvent = (event: ExecutionEvent): void => {
    if ('progress' in event) return events.emit('request_progress', event.progress);
    // The call starts again when it is moved to another thread.
    if (!isStarted) events.emit('execution_start', { id, file, status: 'started' });
    isStarted = true;
  };
  try {
    const call = { signal, key: file, onEvent, onStart: stop.onStart };
    const output = await engine.call('execute', execute, call);
    // A cancelled execution leaves no trace.
    signal.throwIfAborted();
    const { json, list, rows, recent, reportSource, spans } = output;
    if (spans) {
      traces?.add({ runId: id, spans });
      traces?.flush();
    }
    reports.keep(id, reportSource);
    const runId = await history.add(rows, recent);
    const result = withRunId(json, runId);
    await results.add(file, output, runId);
    events.emit('execution_complete', { id, file, status: 'completed', result, list });
    return request.results === 'summary' ? Buffer.concat(withoutResults(result, list)) : result;
  } catch (thrown) {
    const error: unknown = signal.aborted ? signal.reason : thrown;
    const isExpected = error instanceof ServiceError && error.kind !== 'internal';
    if (!isExpected) log('error', `execution ${id} failed with an internal error`, { execution: id });
    const message = isExpected ? error.message : `internal error ${id}; see the server log`;
    // An execution with an invalid path was never started.
    if (isStarted) events.emit('error', { id, file, status: 'error', error: message });
    throw error;
  }
}
