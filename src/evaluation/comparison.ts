/** Compares parts of a response with values, for assertions and for conditions. */
import { comparisonsOf, isCurrentResponse, needsResponse } from '../request-file/model/all-checks.js';
import type { Comparison, Conditional } from '../request-file/model/model.js';
import { variablesIn } from '../request-file/text/template.js';
import type { EvaluationLimits } from './bounded/limits.js';
import { compileAssertion, passes, type CompiledAssertion } from './compile-assertion.js';
import type { SchemaLoader } from './json-schema/references/load-schema.js';
import type { Expected } from './operators/expected.js';
import type { Outcome, SnapshotAccess } from './operators/operator.js';
import type { ResponseView } from './response/response-view.js';
import { toJson } from './values/json.js';
import type { Scope } from './variables/scope.js';

/** The files that assertions read and write, and the variables that they compare. */
export interface AssertionContext {
  readonly schema: SchemaLoader;
  readonly snapshot: SnapshotAccess;
  /** Without it no variable has a value. */
  readonly scope?: Scope;
}

/** A comparison whose expected value is known: every placeholder has its value. */
export interface ResolvedComparison {
  readonly compiled: CompiledAssertion;
  readonly expected: Expected;
  /** Whether the expected value depends on the response, so that it is resolved again for each one. */
  readonly isLate?: true;
}

/** Resolves the expected value, which is done before a request is sent. Throws VariableFailure. */
export function resolveComparison(comparison: Comparison, scope: Scope): ResolvedComparison {
  const compiled = compileAssertion(comparison);
  const text = comparison.raw ?? toJson(comparison.expected);
  if (!needsResponse(text)) return { compiled, expected: compiled.operation.resolve(scope) };
  // Everything else has to have a value before anything is sent.
  for (const name of variablesIn(text)) if (!isCurrentResponse(name)) scope.text(`{{${name}}}`);
  return { compiled, expected: UNKNOWN, isLate: true };
}

const UNKNOWN: Expected = { value: null, text: '' };

/** The comparison with the expected value that this response gives. Throws VariableFailure. */
export function withResponse<Resolved extends ResolvedComparison>(
  resolved: Resolved,
  view: ResponseView,
  { scope }: AssertionContext,
): Resolved {
  if (!resolved.isLate || scope === undefined) return resolved;
  return { ...resolved, expected: resolved.compiled.operation.resolve(scope.with({ response: view })) };
}

/** Whether it passes, for callers that need neither the value nor a message. What cannot be checked fails. */
export function passesResolved(
  comparison: ResolvedComparison,
  view: ResponseView,
  context: AssertionContext,
): boolean | Promise<boolean> {
  try {
    const resolved = withResponse(comparison, view, context);
    const actual = resolved.compiled.reader.read(view, context.scope);
    if (!(actual instanceof Promise)) return passesWith(resolved, actual, view.limits, context);
    return actual.then(
      (value: unknown) => passesWith(resolved, value, view.limits, context),
      () => false,
    );
  } catch {
    return false;
  }
}

/** The same, for a value of its subject that the caller has found. */
export function passesWith(
  resolved: ResolvedComparison,
  actual: unknown,
  limits: EvaluationLimits,
  context: AssertionContext,
): boolean | Promise<boolean> {
  const { negated } = resolved.compiled.operation.rule;
  try {
    const found = findOutcome(resolved, actual, limits, context);
    if (!(found instanceof Promise)) return passes(found, negated);
    return found.then(
      (outcome) => passes(outcome, negated),
      () => false,
    );
  } catch {
    return false;
  }
}

export function findOutcome(
  { compiled, expected }: ResolvedComparison,
  actual: unknown,
  limits: EvaluationLimits,
  { schema, snapshot }: AssertionContext,
): Outcome | Promise<Outcome> {
  const { subject, reader, operation } = compiled;
  return operation.rule.check(actual, expected, {
    isHeaders: subject.kind === 'headers',
    isMatches: reader.givesMatches(),
    schema,
    snapshot,
    limits,
  });
}

/** The conditions of an item. */
export interface ResolvedConditions {
  readonly when: readonly ResolvedComparison[];
  readonly unless: readonly (readonly ResolvedComparison[])[];
}

/** Undefined for an item that has none. Throws VariableFailure. */
export function resolveConditions(item: Conditional, scope: Scope): ResolvedConditions | undefined {
  if (comparisonsOf(item).length === 0) return undefined;
  const resolve = (comparison: Comparison): ResolvedComparison => resolveComparison(comparison, scope);
  return {
    when: (item.when ?? []).map(resolve),
    unless: (item.unless ?? []).map((list) => list.map(resolve)),
  };
}

/** Whether an item with these conditions counts. */
export async function conditionsHold(
  { when, unless }: ResolvedConditions,
  view: ResponseView,
  context: AssertionContext,
): Promise<boolean> {
  if (!(await allPass(when, view, context))) return false;
  for (const list of unless) if (await allPass(list, view, context)) return false;
  return true;
}

async function allPass(
  comparisons: readonly ResolvedComparison[],
  view: ResponseView,
  context: AssertionContext,
): Promise<boolean> {
  for (const comparison of comparisons) if (!(await passesResolved(comparison, view, context))) return false;
  return true;
}
