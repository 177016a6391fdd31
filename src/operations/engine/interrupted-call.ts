import { ServiceError } from '../../errors.js';
import type { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { shuttingDown } from '../settings/shutting-down.js';
import type { CallMarks } from './call-marks.js';
import type { EngineOperation, EngineOperations } from './engine-operations.js';

/** Why a thread is ended that takes no part in anything any more. */
export const SILENT = new Error('the thread did not answer in time');

/** Why a thread is ended that only does what nobody waits for. */
export const ABANDONED = new Error('all callers have gone');

/** The thread has ended, but not because of this call, which has had no effect yet. */
export class RunElsewhere extends Error {}

export interface EndedCall<K extends EngineOperation = EngineOperation> {
  readonly operation: K;
  readonly input: EngineOperations[K]['input'];
  readonly error: ThreadEnded;
  readonly marks: CallMarks;
}

/** What becomes of a call whose thread has ended under it. */
export function endedCall({ operation, input, error, marks }: EndedCall): Error {
  const { call: id, otherCalls } = error;
  const { call, line } = marks.working;
  const isCause = call === id || otherCalls === 0;
  if (!isCause && !marks.hasSent(id)) return new RunElsewhere('the thread ended', { cause: error });
  if (!isCause) return interrupted(error);
  // Without a cause its owner has ended it.
  if (error.cause === undefined) return shuttingDown(error);
  if (error.isOutOfMemory) return new ServiceError('too-large', tooLarge(operation, input), { cause: error });
  if (error.cause === SILENT) {
    const what = call === id && line > 0 ? `the assertion in line ${line}` : 'its computation';
    const file = fileOf(input);
    const where = file === undefined ? '' : `${file}: `;
    return new ServiceError('unavailable', `${where}interrupted: ${what} did not end in time`, {
      cause: error,
    });
  }
  return error.cause instanceof Error ? error.cause : error;
}

/** Whatever it has done so far, it is not known how it would have ended. */
export function interrupted(cause: Error): ServiceError {
  const message = 'interrupted: the engine thread was ended because of other work in it; try again';
  return new ServiceError('unavailable', message, { cause });
}

function tooLarge(operation: EngineOperation, input: unknown): string {
  if (CONVERSIONS.has(operation))
    return 'the source takes more memory than one conversion may; convert it in parts';
  if (operation === 'execute' || operation === 'verify')
    return 'the execution takes more memory than one may; split its file';
  if (operation === 'renderRecordings')
    return 'the recordings take more memory than one export may; clear them and record fewer at a time';
  return `${fileOf(input) ?? 'the file'} takes too much memory to read; split it`;
}

const CONVERSIONS: ReadonlySet<EngineOperation> = new Set<EngineOperation>(['importText', 'exportCurl']);

function fileOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { file, request } = input as { readonly file?: unknown; readonly request?: unknown };
  return typeof file === 'string' ? file : fileOf(request);
}
