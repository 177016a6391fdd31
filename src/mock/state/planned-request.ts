import type { Subject } from '../../request-file/expressions/parse-subject.js';
import type { Request } from '../../request-file/model/model.js';
import type { MockRoute } from '../responses/mock-route.js';

/** A request and its route while the routes of a stateful mock server are planned. */
export interface PlannedRequest {
  readonly request: Request;
  readonly route: MockRoute;
  /** What is read from its response, and the placeholders that stand for it. */
  readonly given: readonly GivenValue[];
  /** The placeholders before the path of its URL. */
  readonly startsWith: readonly string[];
}

export interface GivenValue {
  readonly names: readonly string[];
  readonly subject: Subject;
}
