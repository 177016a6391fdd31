/** Resolves the assertions of a request again, and keeps those that hold on its stored response. */
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import type { AssertionContext } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import { textOf, toJson } from '../../evaluation/values/json.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { getOrAdd } from '../../primitives/get-or-add.js';
import { timeSlice } from '../../primitives/time-slice.js';
import { allAssertions } from '../../request-file/model/all-checks.js';
import type { Assertion } from '../../request-file/model/model.js';
import { operatorAndValue } from '../../request-file/print/print-value.js';
import { verdictOn } from '../../strength/check/check-all.js';
import { assertionLooksAt } from '../../strength/check/looked-at.js';
import { readsMasked } from '../../strength/check/masked-value.js';
import type { ReplayedAssertion } from '../../strength/check/replayed-assertion.js';
import type { StoredExchange, StoredExpectation } from '../../strength/model/stored-exchange.js';

export interface KeptAssertions {
  readonly assertions: readonly ReplayedAssertion[];
  /** Whether one was left out that the run checked. */
  readonly hasOthers: boolean;
  readonly problems: readonly string[];
}

export async function keepAssertions(
  { request, expected }: StoredExchange,
  view: ResponseView,
  scope: Scope,
  contextOf: (assertion: Assertion) => AssertionContext,
): Promise<KeptAssertions> {
  const stored = new StoredExpectations(expected);
  const kept: ReplayedAssertion[] = [];
  const problems: string[] = [];
  let hasOthers = false;
  const pause = timeSlice();
  for (const assertion of allAssertions(request)) {
    const yielded = pause();
    if (yielded) await yielded;
    const found = await keepOne(assertion, stored.take(assertion), view, scope, contextOf(assertion));
    if (found === 'unseeing') hasOthers = true;
    else if (typeof found === 'string') problems.push(found);
    else kept.push(found);
  }
  return { assertions: kept, hasOthers: hasOthers || problems.length > 0, problems };
}

/** Returns a sentence for an assertion that cannot be checked here, and `unseeing` for one that no change concerns. */
async function keepOne(
  assertion: Assertion,
  expectation: StoredExpectation | undefined,
  view: ResponseView,
  scope: Scope,
  context: AssertionContext,
): Promise<ReplayedAssertion | string> {
  const own = resolved(assertion, scope);
  if (own !== undefined) {
    const kept = { resolved: own, context };
    if ((await verdictOn(kept, view)) !== 'failed') return kept;
  }
  // What was expected may have been random, or have come from a response that is not stored.
  if (expectation?.passed && !expectation.skipped) {
    for (const raw of writtenForms(assertion, expectation)) {
      const other = resolved({ ...assertion, raw, expected: raw }, scope);
      if (other === undefined) continue;
      const kept = {
        resolved: { ...other, assertion: { ...other.assertion, line: assertion.line } },
        context,
      };
      if ((await verdictOn(kept, view)) === 'passed') return kept;
    }
    if (own && seesNothing(own)) return 'unseeing';
    if (own && (await readsMasked({ resolved: own, context }, view)))
      return { resolved: own, context, isMasked: true };
  }
  const reason = own === undefined ? 'its expected value is not known without a run' : whyItFails(own, view);
  return `The assertion \`${shownAssertion(assertion)}\` in line ${assertion.line} was left out: ${reason}.`;
}

function whyItFails({ compiled: { subject } }: ResolvedAssertion, { headers }: ResponseView): string {
  const readsHeaders = subject.kind === 'header' || subject.kind === 'headers' || subject.kind === 'cookie';
  if (readsHeaders && headers.length === 0) return 'the history keeps no headers; use --run';
  return 'it does not hold on what is stored of the response';
}

/** The address and the duration are those of the run, and a variable is no part of the response. */
function seesNothing(assertion: ResolvedAssertion): boolean {
  const { status, headers, body } = assertionLooksAt(assertion);
  return !status && headers.length === 0 && body.length === 0;
}

/** Undefined when a value is not known. */
function resolved(assertion: Assertion, scope: Scope): ResolvedAssertion | undefined {
  try {
    return resolveAssertion(assertion, scope);
  } catch (error) {
    if (error instanceof VariableFailure) return undefined;
    throw error;
  }
}

/** As the value might stand in the file; the text of the history may be that of a text, or of another value. */
function writtenForms(assertion: Assertion, { expected, isText }: StoredExpectation): readonly string[] {
  const written = assertion.raw ?? toJson(assertion.expected);
  // The inner operator of `each` and the paths of schemas are not values that could be put in place of the written one.
  if (!written.includes('{{') || /^(?:notE|e)ach$/.test(assertion.operator)) return [];
  const text = textOf(expected);
  const forms = isText ? [text, JSON.stringify(text)] : [toJson(expected), text];
  return forms.filter((form) => !form.includes('{{') && !form.includes('\n'));
}

/** Finds what the run expected of an assertion; several may have the same subject and operator. */
class StoredExpectations {
  readonly #byKey = new Map<string, StoredExpectation[]>();

  constructor(expected: readonly StoredExpectation[]) {
    for (const each of expected) {
      getOrAdd(this.#byKey, keyOf(each), (): StoredExpectation[] => []).push(each);
    }
    for (const list of this.#byKey.values()) list.reverse();
  }

  /** In their order, each once. */
  take(assertion: Assertion): StoredExpectation | undefined {
    return this.#byKey.get(keyOf(assertion))?.pop();
  }
}

function keyOf({ subject, operator }: { readonly subject: string; readonly operator: string }): string {
  return `${operator}\n${subject}`;
}

const MAX_SHOWN_LENGTH = 80;

/** As written, so that no value of a variable is shown. */
function shownAssertion(assertion: Assertion): string {
  const text = `${assertion.subject} ${operatorAndValue(assertion)}`.trimEnd();
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1).toWellFormed()}…` : text;
}
