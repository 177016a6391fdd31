/** The arguments that name a run and a request of it. */
import { Type } from '../../primitives/shapes/type.js';

const RUN_ID = { pattern: '^r[1-9][0-9]{0,5}$', description: 'The id of a run of svc_run, such as r1.' };

export function runId() {
  return Type.String(RUN_ID);
}

export function optionalRunId() {
  return Type.Optional(Type.String(RUN_ID));
}

export function optionalNumber(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description }));
}
