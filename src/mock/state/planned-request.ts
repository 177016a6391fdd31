import type { Subject } from '../../request-file/expressions/parse-subject.js';
import type { Request } from '../../request-file/model/model.js';
import type { MockRoute } from '../mock-route.js';

/** A request and its route while the routes of a stateful mock server are planned. */
export interface PlannedRequest {
  readonly request: Request;
  readonly route: MockRoute;
  /** What is read from its response, and the placeholders that stand for it. */
  readonly given: readonly GivenValue[];
  /** The placeholder with which its URL starts, if that stands for an address. */
  readonly startsWith: string | undefined;
}

export interface GivenValue {
  readonly names: readonly string[];
  readonly subject: Subject;
}
