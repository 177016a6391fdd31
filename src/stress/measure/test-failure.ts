/**
 * Decides whether a test failed as a whole: one in which no request got a response has not measured the target, and
 * one in which all failed has not measured what it was to measure.
 */
import { NETWORK_KINDS } from '../../http/message/network-failure.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { errorGroupText, type ErrorGroup } from './error-groups.js';

export interface TestFailure {
  /** One sentence; empty when there is none. */
  readonly error: string;
  /** A network kind when nothing but the network caused it. */
  readonly errorKind: string;
}

export const NO_FAILURE: TestFailure = { error: '', errorKind: '' };

export interface FinishedRequests {
  readonly total: number;
  readonly errors: number;
  /** Requests that were sent, whether or not they got a response. */
  readonly sent: number;
  readonly responses: number;
  readonly errorKinds: Readonly<Record<string, number>>;
  readonly errorGroups: readonly ErrorGroup[];
  /** Whether a threshold says how many errors there may be. */
  readonly limitsErrors: boolean;
}

export function findTestFailure(requests: FinishedRequests): TestFailure {
  const { total, errors, sent, responses, errorKinds, errorGroups, limitsErrors } = requests;
  const allFailed = total > 0 && errors === total && !limitsErrors;
  if (responses > 0 && !allFailed) return NO_FAILURE;
  if (total === 0) {
    return {
      error: 'nothing was sent, because no request met its conditions or had a row or an element',
      errorKind: '',
    };
  }
  const [first] = errorGroups;
  const cause = first ? `; most often: ${errorGroupText(first)}` : '';
  const what = sent === 0 ? 'could be sent' : responses === 0 ? 'got a complete response' : 'passed';
  return {
    error: `none of ${formatCount(total, 'request')} ${what}${cause}`,
    errorKind: Object.keys(errorKinds).find((kind) => !NETWORK_KINDS.has(kind)) ?? first?.kind ?? '',
  };
}
