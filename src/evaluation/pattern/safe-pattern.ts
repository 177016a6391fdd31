/**
 * Regular expressions on texts that nobody has checked: exactly ECMAScript with the `u` flag, but no pattern can hang
 * the program. The built-in engine runs patterns that provably end soon; a linear engine runs those that it can express
 * with the same meaning, if the text is short; all others run in a thread with a limit of one second.
 */
import type { RE2JS } from 're2js';
import type { EvaluationOperations } from '../bounded/job.js';
import { DEFAULT_LIMITS, type EvaluationLimits } from '../bounded/limits.js';
import { checkTime, spendSteps } from '../bounded/step-budget.js';
import { analysePattern, type PatternAnalysis } from './analyse-pattern.js';

export interface SafePattern {
  readonly native: RegExp;
  readonly analysis: PatternAnalysis;
  /** Compiled for the linear engine at first use; null when the engine refuses it. */
  linear: RE2JS | null | undefined;
}

const MAX_COMPILED = 500;
const kept = new Map<string, SafePattern>();

/**
 * Throws a SyntaxError for an invalid pattern. Without the Unicode mode nothing is known about its
 * running time, so it always runs in the thread.
 */
export function compilePattern(source: string, flags: string, mode: 'u' | '' = 'u'): SafePattern {
  const key = `${mode}${flags}/${source}`;
  const cached = kept.get(key);
  if (cached) return cached;
  const native = new RegExp(source, flags + mode);
  const analysis = mode === 'u' ? analysePattern(source, native) : UNKNOWN;
  const pattern: SafePattern = { native, analysis, linear: analysis.linear === undefined ? null : undefined };
  if (kept.size >= MAX_COMPILED) kept.clear();
  kept.set(key, pattern);
  return pattern;
}

const UNKNOWN: PatternAnalysis = {
  choices: Infinity,
  unbounded: 0,
  size: Infinity,
  anchored: false,
  linear: undefined,
  plainLinesOnly: false,
  repeatsGroup: false,
};

/** Whether the pattern occurs anywhere in the text. Rejects with LimitExceeded. */
export function testPattern(
  pattern: SafePattern,
  text: string,
  limits: EvaluationLimits = DEFAULT_LIMITS,
): boolean | Promise<boolean> {
  if (isQuick(pattern, text)) return pattern.native.test(text);
  return testSlowly(pattern, text, limits);
}

/** The first group of the first match, or the whole match without groups; undefined without a match. */
export function firstGroup(
  pattern: SafePattern,
  text: string,
  limits: EvaluationLimits = DEFAULT_LIMITS,
): string | undefined | Promise<string | undefined> {
  if (isQuick(pattern, text)) return groupOf(pattern.native.exec(text));
  return findSlowly(pattern, text, limits);
}

/** A backtracking engine takes some hundredths of a second for this many steps. */
const MAX_STEPS = 5_000_000;

/** Whether the number of ways to match keeps the time short. */
export function isQuick(pattern: SafePattern, text: string): boolean {
  return backtrackingSteps(pattern, text) <= MAX_STEPS;
}

/** A sequence of characters counts less than as many choices. */
const CHARACTERS_PER_STEP = 8;

/** An upper bound of the steps. */
function backtrackingSteps({ analysis }: SafePattern, text: string): number {
  const { choices, unbounded, size, anchored } = analysis;
  const width = Math.max(1, size / CHARACTERS_PER_STEP);
  return width * choices * (text.length + 1) ** (unbounded + (anchored ? 0 : 1));
}

async function testSlowly(pattern: SafePattern, text: string, limits: EvaluationLimits): Promise<boolean> {
  await loadLinearEngine();
  return testPatternNow(pattern, text) ?? (await inThread(pattern, text, false, limits)).found;
}

/** Synchronous, once the linear engine is loaded; undefined when only a thread can test the pattern safely. */
export function testPatternNow(pattern: SafePattern, text: string): boolean | undefined {
  const steps = backtrackingSteps(pattern, text);
  if (steps <= MAX_STEPS) {
    spendSteps(1 + steps / BACKTRACKS_PER_STEP);
    return pattern.native.test(text);
  }
  checkTime();
  return linearFor(pattern, text, MAX_LINEAR_COST)?.matcher(text).find();
}

/** One step of a budget is worth hundreds of steps of a pattern engine. */
const BACKTRACKS_PER_STEP = 500;

async function findSlowly(
  pattern: SafePattern,
  text: string,
  limits: EvaluationLimits,
): Promise<string | undefined> {
  await loadLinearEngine();
  const linear = pattern.analysis.repeatsGroup ? undefined : linearFor(pattern, text, MAX_LINEAR_COST);
  return linear ? linearGroup(linear, text).group : (await inThread(pattern, text, true, limits)).group;
}

type Match = EvaluationOperations['pattern']['result'];

/** Without a limit, for a thread that can be ended. */
export async function matchFully(
  { source, flags, wantsGroup }: EvaluationOperations['pattern']['input'],
  text: string,
): Promise<Match> {
  const pattern = compilePattern(source, flags.replace('u', ''), flags.includes('u') ? 'u' : '');
  await loadLinearEngine();
  if (!wantsGroup) return { found: testFully(pattern, text), group: undefined };
  const linear = pattern.analysis.repeatsGroup ? undefined : linearInThread(pattern, text);
  if (linear) return linearGroup(linear, text);
  const match = pattern.native.exec(text);
  return { found: match !== null, group: groupOf(match) };
}

/** Whether the pattern occurs, synchronously and without a limit. */
export function testFully(pattern: SafePattern, text: string): boolean {
  const linear = isQuick(pattern, text) ? undefined : linearInThread(pattern, text);
  return linear ? linear.matcher(text).find() : pattern.native.test(text);
}

/** Choices inside of a loop may keep the built-in engine busy without end, so they may cost the linear one more. */
function linearInThread(pattern: SafePattern, text: string): RE2JS | undefined {
  const isUnbounded = pattern.analysis.choices === Infinity;
  return linearFor(pattern, text, isUnbounded ? MAX_UNBOUNDED_COST : MAX_THREAD_LINEAR_COST);
}

function linearGroup(linear: RE2JS, text: string): Match {
  const matcher = linear.matcher(text);
  if (!matcher.find()) return { found: false, group: undefined };
  return { found: true, group: matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? undefined };
}

function groupOf(match: RegExpExecArray | null): string | undefined {
  return match === null ? undefined : match.length > 1 ? match[1] : match[0];
}

async function inThread(
  { native }: SafePattern,
  text: string,
  wantsGroup: boolean,
  { patternMs, signal }: EvaluationLimits,
): Promise<Match> {
  const { evaluateInThread } = await import('../bounded/thread-pool.js');
  const { source, flags } = native;
  const options = { limitMs: patternMs, signal, name: 'the pattern' };
  return evaluateInThread('pattern', { source, flags, wantsGroup }, text, options);
}

let engine: typeof RE2JS | undefined;

export async function loadLinearEngine(): Promise<void> {
  engine ??= (await import('re2js')).RE2JS;
}

/**
 * The linear engine takes up to a microsecond for each character and instruction of a pattern: more would hold up
 * everything else, or take longer than a thread may. Making an instruction takes as long as fifty characters.
 */
const MAX_LINEAR_COST = 60_000;
const MAX_THREAD_LINEAR_COST = 1_000_000;
const MAX_UNBOUNDED_COST = 20_000_000;
const COMPILE_COST = 50;
const FOREIGN_LINE_END = /[\r\u2028\u2029]/;

/** The pattern for the linear engine, when it means the same on this text and does not exceed the given cost. */
function linearFor(pattern: SafePattern, text: string, maxCost: number): RE2JS | undefined {
  if (pattern.analysis.size * (text.length + COMPILE_COST) > maxCost) return undefined;
  if (pattern.linear === undefined && engine) pattern.linear = compileLinear(pattern, engine);
  const { plainLinesOnly } = pattern.analysis;
  // A lone surrogate is a character for one of the engines only.
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
