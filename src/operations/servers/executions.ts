import { ServiceError } from '../../errors.js';
import type { EventBus } from '../../events/bus.js';
import { withRunId } from '../../events/run-result.js';
import { randomId } from '../../primitives/random-id.js';
import type { Engine } from '../engine/engine.js';
import type { ExecutionEvent } from '../runs/execution-request.js';
import type { Environments } from '../settings/environments.js';
import type { ExecutionRequest } from '../runs/execution-request.js';
import type { HistoryAccess } from './history-access.js';
import type { Log } from '../settings/log.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** Runs request files for clients, with events and history. */
export interface Executions {
  /** Returns a line of JSON. Failed requests are results; throws when the execution itself fails or is cancelled. */
  execute(request: ExecutionRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Waits for running executions, which the caller must have aborted. */
  close(): Promise<void>;
}

export interface ExecutionsInput {
  readonly files: Pick<WorkspaceFiles, 'normalise'>;
  readonly engine: Pick<Engine, 'call'>;
  readonly environments: Pick<Environments, 'active'>;
  readonly history: Pick<HistoryAccess, 'add' | 'isPersistent'>;
  readonly events: EventBus;
  readonly log: Log;
}

const MAX_RUNNING = 64;

export function createExecutions(input: ExecutionsInput): Executions {
  const running = new Set<Promise<unknown>>();
  return {
    execute: async (request, signal) => {
      const path = input.files.normalise(request.file);
      signal.throwIfAborted();
      if (running.size >= MAX_RUNNING) {
        throw new ServiceError('unavailable', 'too many executions are running');
      }
      const execution = executeWithEvents(randomId(), path, request, signal, input);
      running.add(execution);
      try {
        return await execution;
      } finally {
        running.delete(execution);
      }
    },
    close: async () => void (await Promise.allSettled(running)),
  };
}

/** Every execution_start is followed by exactly one event that ends it. */
async function executeWithEvents(
  id: string,
  file: string,
  request: ExecutionRequest,
  signal: AbortSignal,
  { engine, environments, history, events, log }: ExecutionsInput,
): Promise<Uint8Array> {
  const { file: sent, requestName, environment = '', skipInvalid } = request;
  const named = { file: sent, requestName, environment: environment || environments.active(), skipInvalid };
  const execute = { id, request: named, isStored: history.isPersistent };
  let isStarted = false;
  const onEvent = (event: ExecutionEvent): void => {
    if ('progress' in event) return events.emit('request_progress', event.progress);
    // The call starts again when it is moved to another thread.
    if (!isStarted) events.emit('execution_start', { id, file, status: 'started' });
    isStarted = true;
  };
  try {
    const { json, rows, recent } = await engine.call('execute', execute, { signal, key: file, onEvent });
    // A cancelled execution leaves no trace.
    signal.throwIfAborted();
    const result = withRunId(json, await history.add(rows, recent));
    events.emit('execution_complete', { id, file, status: 'completed', result });
    return result;
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
