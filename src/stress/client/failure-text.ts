/** Describes failed requests in the words of `svc run`, without any value that was sent or received but the status. */
import { networkFailure, tooLargeMessage } from '../../http/message/network-failure.js';
import type { FailureKind } from '../../http/message/message.js';
import { FAULTS } from '../../http/http1/http1-exchange.js';
import type { Http1Reader } from '../../http/http1/http1-reader.js';
import { operatorAndValue } from '../../request-file/print/print-value.js';
import type { Assertion, Request } from '../../request-file/model/model.js';

/** The assertion as it is written, so that a value of a variable neither shows nor makes a group of its own. */
export function failedCheckText(
  request: Request,
  results: readonly { readonly passed: boolean }[],
  status: number,
): string {
  return failureTextAt(
    request,
    results.findIndex(({ passed }) => !passed),
    status,
  );
}

/** The same for the assertion at this position; without one the status alone was checked. */
export function failureTextAt({ assertions }: Request, position: number, status: number): string {
  const failed = assertions[position];
  if (!failed) return `status ${status}`;
  if (failed.subject === 'status') return `status ${status}, expected ${expectationText(failed)}`;
  return `expect ${failed.subject} ${operatorAndValue(failed)} (line ${failed.line})`;
}

function expectationText(assertion: Assertion): string {
  const text = operatorAndValue(assertion);
  return assertion.operator === 'equals' ? text.replace(/^==\s*/, '') : text;
}

/** Why a connection gave no response. */
export function connectionFailureText(
  kind: FailureKind,
  shown: string,
  reader: Http1Reader,
  hasReceivedData: boolean,
  maxBodyBytes: number,
): string {
  if (kind === 'protocol') return `${shown} ${FAULTS[reader.fault]}`;
  if (kind === 'bodyLimit') return tooLargeMessage(shown, maxBodyBytes);
  return networkFailure(undefined, hasReceivedData ? 'response' : 'request', shown).message;
}
