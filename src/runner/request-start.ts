/** What comes before a request is sent: its conditions, the user's consent and pauses. */
import { evaluateCondition } from '../evaluation/variables/condition.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { MAX_SLEEP_MS, noteOf } from '../request-file/model/client-directives.js';
import { readDirectiveDuration } from '../request-file/model/directive-values.js';
import { withSecrets } from './commands/secrets/with-secrets.js';
import { resolveDelay } from './outcome/retry.js';
import type { RequestExecution } from './request-execution.js';
import type { Run } from './run.js';

export function meetsConditions({ request, file, scope }: RequestExecution): boolean | Promise<boolean> {
  return withSecrets(file.run, () => conditionsHold(request.metadata.if, request.metadata.unless, scope));
}

/** Why a request with `@note` is not sent; empty when it is. */
export async function unconfirmed({ request, file, scope }: RequestExecution): Promise<string> {
  const { options, confirm } = file.run;
  if (options.confirmed) return '';
  if (confirm === undefined) return 'confirm with --yes';
  const text = await withSecrets(file.run, () => scope.conditionText(noteOf(request) ?? ''));
  return (await confirm(text)) ? '' : 'not confirmed';
}

/** Whether there may be a pause before the request; most runs have none, and need not look at the clock. */
export function mayPause({ request: { metadata }, file }: RequestExecution): boolean {
  return (
    metadata.delay !== undefined ||
    metadata.dynamicValues?.['delay'] !== undefined ||
    file.run.options.delay > 0
  );
}

/** Waits for the pause that the run has between requests or that `@delay` asks for, whichever ends later. */
export async function waitForStart({ request, file, scope }: RequestExecution): Promise<void> {
  const { pace, options, clock } = file.run;
  const delay = await withSecrets(file.run, () => resolveDelay(request.metadata, scope));
  const ready = clock.now() + delay;
  // Only a request that is ready takes a place among the starts of a parallel run.
  if (options.parallel) await sleepUntil(ready, file.run);
  await sleepUntil(Math.max(ready, pace.nextStart()), file.run);
}

async function sleepUntil(time: number, { clock, signal }: Pick<Run, 'clock' | 'signal'>): Promise<void> {
  const ms = time - clock.now();
  if (ms > 0) await clock.sleep(ms, signal);
}

/** Waits as long as `@sleep` says; false when the run is stopped meanwhile. */
export async function sleep({ request, file, scope }: RequestExecution): Promise<boolean> {
  const written = request.metadata['sleep'];
  const ms = typeof written === 'string' ? readDirectiveDuration(scope.text(written)) : undefined;
  return ms === undefined || file.run.clock.sleep(Math.min(ms, MAX_SLEEP_MS), file.run.signal);
}

export function conditionsHold(
  wanted: readonly string[] = [],
  unless: readonly string[] = [],
  scope: Scope,
): boolean {
  return (
    wanted.every((condition) => evaluateCondition(condition, scope)) &&
    !unless.some((condition) => evaluateCondition(condition, scope))
  );
}
