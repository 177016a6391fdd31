/** Why a request could not be completed, as results say it (language 9.9). */
import { ServiceError } from '../../errors.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import type { ErrorKind } from './result.js';

/** A step around the exchange that failed: a hook, a shell command, a database, waiting. */
export class StepFailure extends ServiceError {
  readonly errorKind: ErrorKind;

  constructor(errorKind: ErrorKind, message: string) {
    super('network', message);
    this.errorKind = errorKind;
  }
}

export interface Failure {
  readonly kind: ErrorKind;
  readonly message: string;
}

/** Anything that is no known failure is a defect; its first line may help to find it, stacks and paths help nobody. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RequestFailure || error instanceof StepFailure) {
    return { kind: error.errorKind, message: error.message };
  }
  if (error instanceof VariableFailure) return { kind: 'variable', message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'internal', message: `internal fault: ${message.split('\n', 1)[0]}` };
}
