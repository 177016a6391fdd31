/**
 * Regular expressions of users on texts of strangers: exactly ECMAScript with the `u` flag, but no pattern
 * can hang the program. The built-in engine runs what provably ends soon; a linear engine runs what
 * it can express with the same meaning; the rest runs in a thread with a limit of one second.
 */
import type { RE2JS } from 're2js';
import { analysePattern, type PatternAnalysis } from './analyse-pattern.js';
import { runPattern, type PatternMatch } from './pattern-worker.js';

export interface SafePattern {
  readonly native: RegExp;
  readonly analysis: PatternAnalysis;
  /** Compiled at first use; null when the linear engine refuses it. */
  linear: RE2JS | null | undefined;
}

const MOST_KEPT = 500;
const kept = new Map<string, SafePattern>();

/**
 * Throws a SyntaxError for an invalid pattern. Without the Unicode mode nothing is known about its
 * running time, so it always runs in the thread.
 */
export function compilePattern(source: string, flags: string, mode: 'u' | '' = 'u'): SafePattern {
  const key = `${mode}${flags}/${source}`;
  const known = kept.get(key);
  if (known) return known;
  const native = new RegExp(source, flags + mode);
  const analysis = mode === 'u' ? analysePattern(source, native) : UNKNOWN;
  const pattern: SafePattern = { native, analysis, linear: analysis.linear === undefined ? null : undefined };
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, pattern);
  return pattern;
}

const UNKNOWN: PatternAnalysis = {
  choices: Infinity,
  unbounded: 0,
  anchored: false,
  linear: undefined,
  plainLinesOnly: false,
  repeatsGroup: false,
};

/** Is the pattern found anywhere? Rejects with PatternTimeout. */
export function testPattern(pattern: SafePattern, text: string): boolean | Promise<boolean> {
  if (isQuick(pattern, text)) return pattern.native.test(text);
  return testSlowly(pattern, text);
}

/** First group of the first match, the whole match without groups; undefined without a match. */
export function firstGroup(
  pattern: SafePattern,
  text: string,
): string | undefined | Promise<string | undefined> {
  if (isQuick(pattern, text)) return groupOf(pattern.native.exec(text));
  return findSlowly(pattern, text);
}

/** Steps a backtracking engine may take in some hundredths of a second. */
const MOST_STEPS = 5_000_000;

/** Does the number of ways to try bound the time? */
export function isQuick({ analysis }: SafePattern, text: string): boolean {
  const { choices, unbounded, anchored } = analysis;
  return choices * (text.length + 1) ** (unbounded + (anchored ? 0 : 1)) <= MOST_STEPS;
}

async function testSlowly(pattern: SafePattern, text: string): Promise<boolean> {
  await loadLinearEngine();
  return testPatternNow(pattern, text) ?? (await inThread(pattern, text)) !== null;
}

/** For callers that cannot wait, once the linear engine is loaded; undefined when only the thread can tell. */
export function testPatternNow(pattern: SafePattern, text: string): boolean | undefined {
  if (isQuick(pattern, text)) return pattern.native.test(text);
  return linearFor(pattern, text)?.matcher(text).find();
}

async function findSlowly(pattern: SafePattern, text: string): Promise<string | undefined> {
  await loadLinearEngine();
  const linear = pattern.analysis.repeatsGroup ? undefined : linearFor(pattern, text);
  if (!linear) return groupOf(await inThread(pattern, text));
  const matcher = linear.matcher(text);
  if (!matcher.find()) return undefined;
  return matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? undefined;
}

function groupOf(match: PatternMatch): string | undefined {
  return match === null ? undefined : match.length > 1 ? match[1] : match[0];
}

function inThread({ native }: SafePattern, text: string): Promise<PatternMatch> {
  return runPattern({ source: native.source, flags: native.flags, text });
}

let engine: typeof RE2JS | undefined;

export async function loadLinearEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

/** It takes about a microsecond per character: longer texts would hold up everything else. */
const LONGEST_LINEAR = 200_000;
const FOREIGN_LINE_END = /[\r\u2028\u2029]/;

/** The linear engine's form of the pattern, when both mean the same on this text. */
function linearFor(pattern: SafePattern, text: string): RE2JS | undefined {
  if (text.length > LONGEST_LINEAR) return undefined;
  if (pattern.linear === undefined && engine) pattern.linear = compileLinear(pattern, engine);
  const { plainLinesOnly } = pattern.analysis;
  // A lone surrogate is a character to one engine only.
  if ((plainLinesOnly && FOREIGN_LINE_END.test(text)) || !text.isWellFormed()) return undefined;
  return pattern.linear ?? undefined;
}

function compileLinear({ analysis, native }: SafePattern, engine: typeof RE2JS): RE2JS | null {
  try {
    return engine.compile(analysis.linear ?? '', native.ignoreCase ? engine.CASE_INSENSITIVE : 0);
  } catch {
    return null;
  }
}
