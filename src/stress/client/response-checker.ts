/**
 * Checks the responses to one request by its assertions, with the same outcome as `checkResponse` but without results
 * and messages, which a load test does not show. Where nothing varies between iterations, what was checked before is
 * remembered; the time that a response took is always checked anew.
 */
import { resolveAssertion, type ResolvedAssertion } from '../../evaluation/check-assertion.js';
import type { AssertionContext } from '../../evaluation/comparison.js';
import { compileAssertion } from '../../evaluation/compile-assertion.js';
import type { EvaluationLimits } from '../../evaluation/bounded/limits.js';
import { ResponseView } from '../../evaluation/response/response-view.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import { readHeaderText } from '../../http/message/headers.js';
import type { Request } from '../../request-file/model/model.js';
import { failureTextAt } from './failure-text.js';
import { findFirstFailed } from './first-failed.js';
import { CheckedHead, checkedNames } from './checked-head.js';
import { createLayoutMemory, type LayoutMemory } from './layout-memory.js';
import { LastResponse } from './last-response.js';
import { decodeReceived, isPassingStatus, type ReceivedResponse } from './received-response.js';
import { VerdictMemory, type CheckedParts } from './verdict-memory.js';

export interface CheckerInput {
  readonly request: Request;
  /** Undefined when an expected value varies. */
  readonly assertions: readonly ResolvedAssertion[] | undefined;
  readonly context: AssertionContext;
  readonly limits: EvaluationLimits;
  readonly maxBodyBytes: number;
  /** Whether any assertion reads the body. */
  readonly readsBody: boolean;
}

/** A response that has just arrived. */
export interface Arrival {
  readonly head: { readonly status: number };
  /** Whether it is byte for byte the last response. */
  readonly isRepeated: boolean;
  /** Whether its bytes were kept as those of the last response. */
  readonly isKept: boolean;
  /** Its body may lie in memory that the next read overwrites. */
  sharedResponse(): ReceivedResponse;
}

const NO_BYTES = new Uint8Array();

export class ResponseChecker {
  /** Set when the whole verdict depends on nothing but the bytes of the response and its duration. */
  readonly last: LastResponse | undefined;
  readonly #input: CheckerInput;
  /** The positions of assertions about the bytes of the response, and about its duration. */
  readonly #onBytes: readonly number[];
  readonly #onDuration: readonly number[];
  readonly #head: CheckedHead;
  readonly #looksAtStatusOnly: boolean;
  readonly #byStatus = new Map<number, number>();
  readonly #memory = new VerdictMemory();
  readonly #layouts: LayoutMemory | undefined;
  readonly #texts = new Map<number, string>();

  constructor(input: CheckerInput) {
    this.#input = input;
    const subjects = input.request.assertions.map((assertion) => compileAssertion(assertion).subject);
    const positions = [...subjects.keys()];
    this.#onBytes = positions.filter((at) => subjects[at]?.kind !== 'duration');
    this.#onDuration = positions.filter((at) => subjects[at]?.kind === 'duration');
    this.#head = new CheckedHead(checkedNames(subjects, input.readsBody));
    this.#looksAtStatusOnly = this.#onBytes.every((at) => subjects[at]?.kind === 'status');
    this.last = input.assertions && new LastResponse();
    const { assertions, context, limits } = input;
    this.#layouts =
      assertions && createLayoutMemory({ assertions, positions: this.#onBytes, context, limits });
  }

  /**
   * Why the response fails; empty when it passes. Synchronous where nothing has to be waited for. Rejects in the cases
   * in which `checkResponse` does.
   */
  check(arrival: Arrival, duration: number, scope: () => Scope): string | Promise<string> {
    try {
      const { assertions } = this.#input;
      return assertions
        ? this.#checkFixed(assertions, arrival, duration)
        : this.#checkVarying(arrival, duration, scope);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #checkFixed(
    assertions: readonly ResolvedAssertion[],
    arrival: Arrival,
    duration: number,
  ): string | Promise<string> {
    const { status } = arrival.head;
    const failedAt = this.#checkBytes(assertions, arrival);
    return typeof failedAt === 'number'
      ? this.#checkDuration(assertions, failedAt, status, duration)
      : failedAt.then((at) => this.#checkDuration(assertions, at, status, duration));
  }

  #checkBytes(assertions: readonly ResolvedAssertion[], arrival: Arrival): number | Promise<number> {
    const { last } = this;
    if (arrival.isRepeated && last) return last.failedAt;
    const failedAt = this.#looksAtStatusOnly
      ? this.#checkStatus(assertions, arrival.head.status)
      : this.#lookUp(assertions, arrival.sharedResponse());
    if (typeof failedAt === 'number' && arrival.isKept) last?.checked(failedAt);
    return failedAt;
  }

  #checkStatus(assertions: readonly ResolvedAssertion[], status: number): number | Promise<number> {
    const found = this.#byStatus.get(status);
    if (found !== undefined) return found;
    const { context } = this.#input;
    const view = this.#view({ status, head: '', body: NO_BYTES }, 0);
    const remember = (failedAt: number): unknown => this.#byStatus.set(status, failedAt);
    return findFirstFailed({ assertions, positions: this.#onBytes, view, context, remember });
  }

  #lookUp(assertions: readonly ResolvedAssertion[], received: ReceivedResponse): number | Promise<number> {
    const shared = this.#checkedParts(received);
    const layouts = received.isEncoded ? undefined : this.#layouts;
    const found = layouts?.find(shared) ?? this.#memory.find(shared);
    if (found !== undefined) return found;
    const parts = ownedParts(shared);
    const { context } = this.#input;
    return this.#decoded(parts, received.isEncoded, (body) => {
      const view = this.#view({ ...parts, body }, 0);
      const remember = (failedAt: number): void => {
        this.#memory.add(parts, failedAt);
        layouts?.add(parts, view);
      };
      return findFirstFailed({ assertions, positions: this.#onBytes, view, context, remember });
    });
  }

  /** Checks with the values of this iteration. */
  #checkVarying(arrival: Arrival, duration: number, scope: () => Scope): string | Promise<string> {
    const { status } = arrival.head;
    const { context, request } = this.#input;
    const received = arrival.sharedResponse();
    const parts = ownedParts(this.#checkedParts(received));
    const failedAt = this.#decoded(parts, received.isEncoded, (body) => {
      const assertions = request.assertions.map((each) => resolveAssertion(each, scope()));
      const view = this.#view({ ...parts, body }, duration);
      return findFirstFailed({ assertions, positions: [...assertions.keys()], view, context });
    });
    return typeof failedAt === 'number'
      ? this.#text(failedAt, status)
      : failedAt.then((at) => this.#text(at, status));
  }

  #checkDuration(
    assertions: readonly ResolvedAssertion[],
    failedAt: number,
    status: number,
    duration: number,
  ): string | Promise<string> {
    const positions = this.#onDuration;
    if (positions.length === 0) return this.#text(failedAt, status);
    const view = this.#view({ status, head: '', body: NO_BYTES }, duration);
    const failed = findFirstFailed({ assertions, positions, view, context: this.#input.context });
    return typeof failed === 'number'
      ? this.#text(Math.min(failed, failedAt), status)
      : failed.then((at) => this.#text(Math.min(at, failedAt), status));
  }

  #checkedParts({ status, headText, body }: ReceivedResponse): CheckedParts {
    return {
      status,
      head: this.#head.linesIn(headText),
      body: this.#input.readsBody ? body : NO_BYTES,
    };
  }

  #decoded(
    { head, body }: CheckedParts,
    isEncoded: boolean,
    check: (body: Uint8Array) => number | Promise<number>,
  ): number | Promise<number> {
    if (!isEncoded || body.length === 0) return check(body);
    return decodeReceived(body, readHeaderText(head), this.#input.maxBodyBytes).then(check);
  }

  #view({ status, head, body }: CheckedParts, duration: number): ResponseView {
    const { limits, maxBodyBytes } = this.#input;
    return new ResponseView({
      status,
      headers: readHeaderText(head),
      url: '',
      duration,
      body,
      limits,
      maxBodyBytes,
    });
  }

  #text(failedAt: number, status: number): string {
    const { request } = this.#input;
    const count = request.assertions.length;
    if (failedAt === count && (count > 0 || isPassingStatus(status))) return '';
    const key = failedAt * 1000 + status;
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = failureTextAt(request, failedAt, status);
      this.#texts.set(key, text);
    }
    return text;
  }
}

/** Copies the body, which lies in memory that the next read overwrites. */
function ownedParts(shared: CheckedParts): CheckedParts {
  const { status, head, body } = shared;
  return body.length === 0 ? shared : { status, head, body: Uint8Array.prototype.slice.call(body) };
}
