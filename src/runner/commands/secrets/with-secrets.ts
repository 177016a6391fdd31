/** Resolves texts whose secrets programs print. */
import type { Scope } from '../../../evaluation/variables/scope.js';
import { PendingSecret, SecretFailure } from '../../../evaluation/variables/variable-failure.js';
import { cutTemplate } from '../../../request-file/text/template.js';
import type { CommandSecrets } from './command-secrets.js';

export interface SecretsOfRun {
  readonly commandSecrets: CommandSecrets | undefined;
  readonly signal: AbortSignal;
}

/**
 * Does the work, and again after each secret that it turned out to need. A run without such secrets waits for nothing.
 * Throws what the work throws.
 */
export function withSecrets<T>(run: SecretsOfRun, work: () => T | Promise<T>): T | Promise<T> {
  return run.commandSecrets === undefined || run.commandSecrets.isSettled
    ? work()
    : repeatWithSecrets(run.commandSecrets, run.signal, work);
}

async function repeatWithSecrets<T>(
  secrets: CommandSecrets,
  signal: AbortSignal,
  work: () => T | Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PendingSecret)) throw error;
      await secrets.settle(error.secret, signal);
    }
  }
}

/**
 * Asks for the secrets in texts that are resolved only after the request was sent, so that a request without them is
 * not sent. Throws SecretFailure for a secret without a value.
 */
export async function settleLater(
  run: SecretsOfRun,
  scope: Scope,
  texts: readonly string[],
  given: readonly string[],
): Promise<void> {
  if (run.commandSecrets?.isComplete) return;
  const [failure] = await settleTexts(run, scope, texts, given);
  if (failure) throw failure;
}

/** Asks for all secrets in texts but those that requests give themselves; returns the reasons of those without a value. */
export async function settleTexts(
  run: SecretsOfRun,
  scope: Scope,
  texts: Iterable<string>,
  given: readonly string[] = [],
): Promise<readonly SecretFailure[]> {
  const failures = new Map<string, SecretFailure>();
  const probed = new Set<string>();
  for (const text of texts) {
    for (const piece of cutTemplate(text)) {
      if (piece.kind === 'text' || probed.has(piece.source)) continue;
      probed.add(piece.source);
      const failure = await withSecrets(run, () => failureIn(piece.source, scope, given));
      if (failure) failures.set(failure.secret, failure);
    }
  }
  return [...failures.values()];
}

/** A name without a value yet may get one later, and other mistakes are reported where the text is used. */
function failureIn(placeholder: string, scope: Scope, given: readonly string[]): SecretFailure | undefined {
  try {
    scope.conditionText(placeholder);
    return undefined;
  } catch (error) {
    if (!(error instanceof SecretFailure) || given.includes(error.secret)) return undefined;
    if (error instanceof PendingSecret) throw error;
    return error;
  }
}
