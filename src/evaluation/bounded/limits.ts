/** How long an evaluation may take, how deep a document may be nested, and what an evaluation beyond that fails with. */

/** For a pattern on a text. */
export const PATTERN_TIMEOUT_MS = 1000;
/** For a path in a document, or a schema on a value. */
export const DOCUMENT_TIMEOUT_MS = 5000;
/** The levels of a response or of a schema. */
export const MAX_NESTING = 512;

/** In characters. */
export const MAX_RESULT_LENGTH = 8 * 1024 * 1024;

export interface EvaluationLimits {
  readonly patternMs: number;
  /** The limit for paths and schemas. */
  readonly documentMs: number;
  /** Aborts running evaluations; those with the same signal share their turn in the queue for threads. */
  readonly signal: AbortSignal | undefined;
}

export const DEFAULT_LIMITS: EvaluationLimits = Object.freeze({
  patternMs: PATTERN_TIMEOUT_MS,
  documentMs: DOCUMENT_TIMEOUT_MS,
  signal: undefined,
});

/** The limits for the response of a request with this time limit. */
export function limitsWithin(timeoutMs: number, signal: AbortSignal | undefined): EvaluationLimits {
  const documentMs = timeoutMs > 0 ? Math.min(DOCUMENT_TIMEOUT_MS, timeoutMs) : DOCUMENT_TIMEOUT_MS;
  return { patternMs: PATTERN_TIMEOUT_MS, documentMs, signal };
}

/** An evaluation exceeded a limit of time, size or nesting; the message is for users. */
export class LimitExceeded extends Error {}

export function nestingExceeded(what: string): LimitExceeded {
  return new LimitExceeded(`${what} is nested deeper than ${MAX_NESTING} levels`);
}

export function timeExceeded(what: string, limitMs: number): LimitExceeded {
  const limit = limitMs % 1000 === 0 ? `${limitMs / 1000} s` : `${limitMs} ms`;
  return new LimitExceeded(`${what} took more than ${limit}`);
}

/** Aliases of YAML share values, so that a small document may be endless when it is written out. */
const MAX_VALUES = 2_000_000;

/** Counts the levels of lists and objects without recursion, up to the limit. */
export function isNestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > MAX_NESTING || count > MAX_VALUES) return true;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const member of Object.values(item)) if (typeof member === 'object') next.push(member);
    }
    level = next;
  }
  return false;
}
