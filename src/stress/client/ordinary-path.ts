/** Sends requests that need the whole engine, with the same steps as in any run but without retries and hooks. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { runAttempt } from '../../runner/attempt.js';
import { createExecution, withTrace } from '../../runner/request-execution.js';
import type { FileContext } from '../../runner/file-context.js';
import { fetchTokens, resolveAttempt } from '../../runner/resolve-request.js';
import { resolveAttemptSettings } from '../../runner/outcome/retry.js';
import { failureOf } from '../../runner/outcome/step-failure.js';
import { passes } from './check-response.js';
import { failedCheckText } from './failure-text.js';
import type { LiveDefinition } from './live-definition.js';

export interface OrdinaryOutcome {
  /** Empty on success. */
  readonly errorKind: string;
  /** 0 without a response. */
  readonly status: number;
  /** Milliseconds from sending to the last byte; undefined when nothing was sent. */
  readonly duration: number | undefined;
  /** Empty on success. */
  readonly reason: string;
}

/** `onSend` is called right before the request is sent. */
export async function sendOrdinarily(
  { request, usesTokens }: LiveDefinition,
  file: FileContext,
  scope: Scope,
  onSend: () => void,
): Promise<OrdinaryOutcome> {
  try {
    const untraced = createExecution(request, file, scope);
    const execution = file.run.options.traceparent ? await withTrace(untraced) : untraced;
    const { timeout } = resolveAttemptSettings(request.metadata, scope, file.run.options);
    if (usesTokens) await fetchTokens(execution, timeout);
    const resolved = await resolveAttempt(execution);
    onSend();
    const { failure, response, assertions, duration } = await runAttempt(execution, resolved, timeout);
    const status = response?.statusCode ?? 0;
    const hasFailedCheck = !failure && !passes(assertions, status);
    return {
      errorKind: failure ? failure.kind : hasFailedCheck ? 'assertion' : '',
      status,
      duration: duration > 0 ? duration : undefined,
      reason: hasFailedCheck ? failedCheckText(request, assertions, status) : (failure?.message ?? ''),
    };
  } catch (error) {
    const { kind, message } = failureOf(error);
    return { errorKind: kind, status: 0, duration: undefined, reason: message };
  }
}
