/** Requests that need the whole engine: the same steps as in any run, without retries and hooks. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { runAttempt } from '../../runner/attempt.js';
import { jobFor } from '../../runner/attempt-job.js';
import type { FileContext } from '../../runner/file-context.js';
import { resolveRequest } from '../../runner/resolve-request.js';
import { attemptSettings } from '../../runner/outcome/retry.js';
import { failureOf } from '../../runner/outcome/step-failure.js';
import { passes } from './check-response.js';
import type { LiveDefinition } from './live-definition.js';

export interface OrdinaryOutcome {
  /** Empty for a success. */
  readonly errorKind: string;
  /** 0 without an answer. */
  readonly status: number;
  /** Milliseconds from the sending to the last byte; undefined when nothing was sent. */
  readonly duration: number | undefined;
  /** Of a failure; else empty. */
  readonly reason: string;
}

/** `onSend` is called right before the request goes out. */
export async function sendOrdinarily(
  { request }: LiveDefinition,
  file: FileContext,
  scope: Scope,
  onSend: () => void,
): Promise<OrdinaryOutcome> {
  try {
    const resolved = resolveRequest(request, scope, file.run);
    const { timeout } = attemptSettings(request.metadata, scope, file.run.options);
    onSend();
    const { failure, response, assertions, duration } = await runAttempt(
      jobFor(request, file, scope),
      resolved,
      timeout,
    );
    const status = response?.statusCode ?? 0;
    const errorKind = failure ? failure.kind : passes(assertions, status) ? '' : 'assertion';
    return {
      errorKind,
      status,
      duration: duration > 0 ? duration : undefined,
      reason: failure?.message ?? '',
    };
  } catch (error) {
    const { kind, message } = failureOf(error);
    return { errorKind: kind, status: 0, duration: undefined, reason: message };
  }
}
