/** What a request checks, captures and sets: what its file says, then what scripts of other clients say. */
import type { Assertion, Capture, Comparison, Conditional, Request, VariableSet } from './model.js';
import { variablesIn } from '../text/template.js';

export function allAssertions({ assertions, scriptAssertions }: Request): readonly Assertion[] {
  return scriptAssertions === undefined ? assertions : [...assertions, ...scriptAssertions];
}

export function allCaptures({
  captures,
  scriptCaptures,
}: Pick<Request, 'captures' | 'scriptCaptures'>): readonly Capture[] {
  return scriptCaptures === undefined ? captures : [...captures, ...scriptCaptures];
}

/** In the order in which they are set. */
export function allSets({
  metadata,
  scriptSets,
}: Pick<Request, 'metadata' | 'scriptSets'>): readonly VariableSet[] {
  const own = metadata.set ?? NO_SETS;
  return scriptSets === undefined ? own : [...own, ...scriptSets];
}

const NO_SETS: readonly VariableSet[] = [];

type Giving = Pick<Request, 'captures' | 'scriptCaptures' | 'metadata' | 'scriptSets'>;

/** The names that later requests can use: those of captures and of `@set`. */
export function givenNames(request: Giving): readonly string[] {
  const captured = allCaptures(request).map(({ name }) => name);
  const sets = allSets(request);
  return sets.length === 0 ? captured : [...captured, ...sets.map(({ name }) => name)];
}

/** The names that later requests of all files can use. */
export function globalNames(request: Giving): readonly string[] {
  return [...allCaptures(request), ...allSets(request)].flatMap(({ name, global }) => (global ? [name] : []));
}

export function comparisonsOf({ when, unless }: Conditional): readonly Comparison[] {
  if (when === undefined && unless === undefined) return NO_COMPARISONS;
  return [...(when ?? []), ...(unless ?? []).flat()];
}

const NO_COMPARISONS: readonly Comparison[] = [];

/** Everything that a request compares with its response, its conditions included. */
export function allComparisons(request: Request): readonly Comparison[] {
  const isPlain =
    request.scriptAssertions === undefined &&
    request.scriptCaptures === undefined &&
    request.assertions.every(isUnconditional) &&
    request.captures.every(isUnconditional);
  if (isPlain) return request.assertions;
  const assertions = allAssertions(request);
  return [...assertions, ...[...assertions, ...allCaptures(request)].flatMap(comparisonsOf)];
}

function isUnconditional({ when, unless }: Conditional): boolean {
  return when === undefined && unless === undefined;
}

const CURRENT = 'response.';

/** Whether a name of a placeholder means the response that is being checked. */
export function isCurrentResponse(name: string): boolean {
  if (!name.startsWith(CURRENT)) return false;
  return /^(?:status|duration|headers\.|body$|body[.[])/.test(name.slice(CURRENT.length));
}

/** Whether a text can only be resolved when the response is there. */
export function needsResponse(text: string): boolean {
  if (!text.includes(CURRENT)) return false;
  for (const name of variablesIn(text)) if (isCurrentResponse(name)) return true;
  return false;
}
