/** A stored exchange with everything that its run compared it with, resolved again. */
import type { AssertionContext } from '../../evaluation/comparison.js';
import type { Scope } from '../../evaluation/variables/scope.js';
import type { Capture } from '../../request-file/model/model.js';
import type { StoredExchange } from '../model/stored-exchange.js';
import type { LaterRequest } from './later-request.js';
import type { ReplayedAssertion } from './replayed-assertion.js';

export interface ReplayedRequest {
  readonly exchange: StoredExchange;
  /** What captures see; assertions are resolved already. */
  readonly scope: Scope;
  /** For the conditions of captures. */
  readonly captureContext: AssertionContext;
  readonly assertions: readonly ReplayedAssertion[];
  /** Whether an assertion that is not in the list was checked in the run, so that the status alone never decides. */
  readonly hasOtherChecks: boolean;
  /** The captures that later requests use. */
  readonly captures: readonly UsedCapture[];
  /** Requests that use the response itself, as in `{{login.response.body.token}}`. */
  readonly responseUsers: readonly LaterRequest[];
  /** Why the request, or one of its assertions, is not checked; sentences. */
  readonly problems: readonly string[];
}

export interface UsedCapture {
  readonly capture: Capture;
  /** In the order in which they run. */
  readonly users: readonly CaptureUser[];
}

export interface CaptureUser {
  readonly user: LaterRequest;
  /** What it would see if the capture found nothing: what another request has captured under the name, or ABSENT. */
  readonly without: unknown;
}
