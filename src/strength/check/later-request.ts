/**
 * A request that uses what an earlier one captured: whether it would fail with other values.
 *
 * Its own response is the stored one, since nothing is sent. That decides when the changed value is what an assertion
 * compares with, and when the request cannot be sent for want of a value. Where the value addresses something, the
 * stored response says nothing: the request would reach another address. Real APIs respond with 404 to an address that
 * does not exist and with 401 to a credential that they have not issued, so the request counts as failed if its checks
 * would notice such a response. What else a changed value may do, in a query, another header or a body, is not known
 * offline, and counts as not noticed; so does an empty value in an address, which may be that of a whole list.
 */
import { resolveAssertion } from '../../evaluation/check-assertion.js';
import { conditionsHold as comparisonsHold, resolveConditions } from '../../evaluation/comparison.js';
import type { AssertionContext } from '../../evaluation/comparison.js';
import type { ResponseView } from '../../evaluation/response/response-view.js';
import type { CaptureStore } from '../../evaluation/variables/captures.js';
import type { GlobalValues } from '../../evaluation/variables/scope-sources.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { VariableFailure } from '../../evaluation/variables/variable-failure.js';
import { RequestFailure } from '../../http/message/message.js';
import { isCredentialHeader } from '../../redaction/credential-headers.js';
import { allSets, comparisonsOf } from '../../request-file/model/all-checks.js';
import type { Assertion, Request } from '../../request-file/model/model.js';
import { loopItems } from '../../runner/plan/loop-items.js';
import type { DefaultHeaders } from '../../runner/prepare/default-headers.js';
import { prepareRequest, type PreparedRequest } from '../../runner/prepare/prepare-request.js';
import { conditionsHold } from '../../runner/request-start.js';
import { ChangedCaptures, changedGlobals, type ChangedValues, type SeenValues } from './changed-captures.js';
import { failsWith } from './check-all.js';
import type { ReplayedAssertion } from './replayed-assertion.js';
import { StoredView } from './stored-view.js';

export interface LaterRequestInput {
  readonly request: Request;
  /** The name of its result. */
  readonly name: string;
  /** The number of the data row or element, from 1; undefined without one. */
  readonly row: number | undefined;
  /** The scope that it was resolved with. */
  readonly scope: Scope;
  readonly captures: CaptureStore;
  readonly globals: GlobalValues;
  readonly seen: SeenValues;
  readonly context: AssertionContext;
  readonly defaults: DefaultHeaders;
  /** Starts random values anew, so that two resolutions differ only where captured values do. */
  readonly restartRandom: () => void;
  readonly view: ResponseView;
  readonly assertions: readonly ReplayedAssertion[];
  readonly hasOtherChecks: boolean;
}

export class LaterRequest {
  readonly request: Request;
  readonly name: string;
  readonly seen: SeenValues;
  readonly #input: LaterRequestInput;
  readonly #before: PreparedRequest | undefined;
  /** Those whose result may depend on variables. */
  readonly #dependent: readonly ReplayedAssertion[];

  constructor(input: LaterRequestInput, before: PreparedRequest | undefined) {
    this.#input = input;
    this.request = input.request;
    this.name = input.name;
    this.seen = input.seen;
    this.#before = before;
    this.#dependent = input.assertions.filter(({ resolved }) => dependsOnVariables(resolved.assertion));
  }

  async fails(changed: ChangedValues): Promise<boolean> {
    const { request, scope, captures, globals, seen, restartRandom } = this.#input;
    restartRandom();
    const changedCaptures = new ChangedCaptures(captures, seen, changed);
    const changedScope = scope.with({
      captures: changedCaptures,
      globals: changedGlobals(globals, seen, changed),
    });
    try {
      const own = this.#scopeOfRow(changedScope);
      if (own === undefined) return false;
      if (!conditionsHold(request.metadata.if, request.metadata.unless, own)) return false;
      await this.#set(own, changedCaptures);
      return (await this.#failsByResponse(own, changed)) || (await this.#failsChecks(own));
    } catch (error) {
      if (error instanceof VariableFailure || error instanceof RequestFailure)
        return this.#before !== undefined;
      throw error;
    }
  }

  /** Undefined when a changed list has no such element, so that the request is not executed for it. */
  #scopeOfRow(scope: Scope): Scope | undefined {
    const { request, row } = this.#input;
    if (row === undefined || request.metadata.data !== undefined) return scope;
    const items = loopItems(request, scope);
    if (items === undefined) return scope;
    const loop = items[row - 1];
    return loop && scope.with({ loop });
  }

  async #set(scope: Scope, captures: ChangedCaptures): Promise<void> {
    const { request, view, context } = this.#input;
    for (const set of allSets(request)) {
      const conditions = resolveConditions(set, scope);
      if (conditions && !(await comparisonsHold(conditions, view, { ...context, scope }))) continue;
      captures.set(request.name, set.name, scope.text(set.value));
    }
  }

  async #failsByResponse(scope: Scope, changed: ChangedValues): Promise<boolean> {
    const { request, defaults, view, assertions, hasOtherChecks } = this.#input;
    const before = this.#before;
    if (before === undefined) return false;
    const after = prepareRequest(request, scope, defaults);
    // A response that is an error already may stay the same.
    if (view.status >= 400) return false;
    const isEmpty = [...changed.captures.values(), ...changed.globals.values()].includes('');
    if (!isEmpty && addressOf(after) !== addressOf(before))
      return failsWith(errorResponse(404, after.url), assertions, hasOtherChecks);
    if (credentialsOf(after) !== credentialsOf(before))
      return failsWith(errorResponse(401, after.url), assertions, hasOtherChecks);
    return false;
  }

  async #failsChecks(scope: Scope): Promise<boolean> {
    const { view } = this.#input;
    const assertions = this.#dependent.map((each) => ({
      ...each,
      resolved: resolveAssertion(each.resolved.assertion, scope),
      context: { ...each.context, scope },
    }));
    return failsWith(view, assertions, true);
  }
}

function dependsOnVariables(assertion: Assertion): boolean {
  return [assertion, ...comparisonsOf(assertion)].some(
    ({ subject, raw, expected }) =>
      subject.startsWith('variable') || (raw ?? JSON.stringify(expected)).includes('{{'),
  );
}

/** The URL without query and fragment. */
function addressOf({ url }: PreparedRequest): string {
  return url.replace(/[?#].*$/s, '');
}

function credentialsOf({ headers, auth }: PreparedRequest): string {
  return JSON.stringify([headers.filter(([name]) => isCredentialHeader(name)), auth?.type, auth?.params]);
}

function errorResponse(status: number, url: string): ResponseView {
  const headers = [['Content-Type', 'application/json']] as const;
  return new StoredView({ status, headers, body: '{}', url, durationMs: 0 }, true);
}
