/** How often and how long a request is tried (language 9.4). */
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { readDirectiveDuration, readInteger } from '../../request-file/model/directive-values.js';
import type { Metadata } from '../../request-file/model/model.js';
import type { RunOptions } from '../plan/options.js';
import type { Attempt } from './outcome.js';

export interface AttemptSettings {
  /** Of one attempt, in milliseconds. */
  readonly timeout: number;
  /** Further attempts. */
  readonly retries: number;
  readonly retryDelay: number;
}

export function attemptSettings(metadata: Metadata, scope: Scope, options: RunOptions): AttemptSettings {
  if (!metadata.dynamicValues) {
    const { timeout = options.timeout, retry = options.retries, retryDelay = options.retryDelay } = metadata;
    return { timeout, retries: retry, retryDelay };
  }
  const number = (key: 'timeout' | 'retry' | 'retryDelay', configured: number): number =>
    dynamicNumber(key, metadata, scope) ?? metadata[key] ?? configured;
  return {
    timeout: number('timeout', options.timeout),
    retries: number('retry', options.retries),
    retryDelay: number('retryDelay', options.retryDelay),
  };
}

const GRAMMARS = {
  timeout: {
    read: readDirectiveDuration,
    least: 1,
    most: Number.MAX_SAFE_INTEGER,
    text: 'a duration of 1 ms or more',
  },
  retry: { read: readInteger, least: 0, most: 100, text: 'a number from 0 to 100' },
  retryDelay: { read: readDirectiveDuration, least: 0, most: Number.MAX_SAFE_INTEGER, text: 'a duration' },
} as const;

/** A directive given as one placeholder. */
function dynamicNumber(
  key: keyof typeof GRAMMARS,
  { dynamicValues }: Metadata,
  scope: Scope,
): number | undefined {
  const template = dynamicValues?.[key];
  if (template === undefined) return undefined;
  const { read, least, most, text: grammar } = GRAMMARS[key];
  const text = scope.text(template).trim();
  const value = read(text);
  if (value !== undefined && value >= least && value <= most) return value;
  throw new VariableFailure(`@${key} needs ${grammar}, found \`${text.slice(0, 80)}\` (${template})`);
}

/** With `@retryOn` an answer whose status is not listed is final; no answer at all never is. */
export function isFinal(
  { passed, failure, response }: Attempt,
  retryOn: readonly string[] | undefined,
): boolean {
  if (passed || failure?.kind === 'cancelled') return true;
  if (!retryOn || !response) return false;
  const status = String(response.statusCode);
  return !retryOn.some((listed) => listed === status || listed.toLowerCase() === `${status[0]}xx`);
}
