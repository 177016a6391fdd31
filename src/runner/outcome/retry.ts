/** When, how often and how long a request is tried. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { readDirectiveDuration, readInteger } from '../../request-file/model/directive-values.js';
import type { Metadata } from '../../request-file/model/model.js';
import { MAX_DELAY_MS } from '../../request-file/text/directives.js';
import type { RunOptions } from '../plan/options.js';
import type { AttemptResult } from './outcome.js';

export interface AttemptSettings {
  /** The limit of one attempt, in milliseconds. */
  readonly timeout: number;
  /** The number of further attempts. */
  readonly retries: number;
  readonly retryDelay: number;
}

export function resolveAttemptSettings(
  metadata: Metadata,
  scope: Scope,
  options: RunOptions,
): AttemptSettings {
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

/** The milliseconds that `@delay` asks for; 0 without it. */
export function resolveDelay(metadata: Metadata, scope: Scope): number {
  if (!metadata.dynamicValues) return metadata.delay ?? 0;
  return dynamicNumber('delay', metadata, scope) ?? metadata.delay ?? 0;
}

const GRAMMARS = {
  delay: { read: readDirectiveDuration, min: 0, max: MAX_DELAY_MS, text: 'a duration of at most 1 h' },
  timeout: {
    read: readDirectiveDuration,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    text: 'a duration of 1 ms or more',
  },
  retry: { read: readInteger, min: 0, max: 100, text: 'a number from 0 to 100' },
  retryDelay: { read: readDirectiveDuration, min: 0, max: Number.MAX_SAFE_INTEGER, text: 'a duration' },
} as const;

/** The value of a directive that is given as one placeholder. */
function dynamicNumber(
  key: keyof typeof GRAMMARS,
  { dynamicValues }: Metadata,
  scope: Scope,
): number | undefined {
  const template = dynamicValues?.[key];
  if (template === undefined) return undefined;
  const { read, min, max, text: grammar } = GRAMMARS[key];
  const text = scope.text(template).trim();
  const value = read(text);
  if (value !== undefined && value >= min && value <= max) return value;
  throw new VariableFailure(`@${key} needs ${grammar}, found \`${text.slice(0, 80)}\` (${template})`);
}

/** With `@retryOn` a response whose status is not listed is final; a missing response never is. */
export function isFinal(
  { passed, failure, response }: AttemptResult,
  retryOn: readonly string[] | undefined,
): boolean {
  if (passed || failure?.kind === 'cancelled' || failure?.kind === 'blocked') return true;
  if (!retryOn || !response) return false;
  const status = String(response.statusCode);
  return !retryOn.some((listed) => listed === status || listed.toLowerCase() === `${status[0]}xx`);
}
