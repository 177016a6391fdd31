import { existsSync } from 'node:fs';
import { ServiceError } from '../../errors.js';
import { programFile } from '../../primitives/threads/program-file.js';
import { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { WorkerThread } from '../../primitives/threads/worker-thread.js';
import type { ExportRequest, RunRequest } from './command-request.js';
import type { RunOperations, ThreadEvent } from './run-operations.js';

/** Does the work of one command outside of the event loop of the editor's connection. */
export interface RunThread {
  run(request: RunRequest, signal: AbortSignal, onEvent: (event: ThreadEvent) => void): Promise<null>;
  exportCurl(request: ExportRequest, signal: AbortSignal): Promise<{ readonly text: string }>;
  /** Ends whatever it does, which closes its connections. */
  end(): Promise<void>;
}

/** Bodies and results of a whole file are kept until its end. */
const MAX_MEMORY_MB = 2048;

/** Without a build, no program of the thread exists and the work is done in this one. */
export function openRunThread(file: URL = programFile('editor-run-worker.js')): RunThread {
  return existsSync(file) ? openWorker(file) : INLINE;
}

function openWorker(file: URL): RunThread {
  const thread = new WorkerThread<RunOperations>({ file, maxMemoryMb: MAX_MEMORY_MB });
  return {
    run: (request, signal, onEvent) => thread.call('run', request, { signal, onEvent }).catch(explainEnd),
    exportCurl: (request, signal) =>
      thread.call('exportCurl', request, { signal, graceMs: 0 }).catch(explainEnd),
    end: () => thread.end(),
  };
}

function explainEnd(error: unknown): never {
  if (!(error instanceof ThreadEnded)) throw error;
  if (error.isOutOfMemory)
    throw new ServiceError('too-large', 'the run takes more memory than one may; split its file', {
      cause: error,
    });
  // A thread that ended without a cause was ended by its owner.
  if (error.cause === undefined)
    throw new ServiceError('cancelled', 'the run was cancelled', { cause: error });
  throw error;
}

const INLINE: RunThread = {
  run: async (request, signal, emit) =>
    (await import('./perform-editor-run.js')).performEditorRun(request, { signal, emit }),
  exportCurl: async (request, signal) =>
    (await import('./perform-editor-export.js')).performEditorExport(request, signal),
  end: async () => undefined,
};
