/** What requests may not do in a run of an agent; each is refused before anything of it is resolved or sent. */
import type { Request } from '../../request-file/model/model.js';
import { StepFailure } from '../../runner/outcome/step-failure.js';
import { findPublicOnlyFault } from '../../web-fetch/saved-request.js';

export interface RequestRules {
  readonly isPublicOnly: boolean;
  /** Whether the config names a proxy. */
  readonly hasProxy: boolean;
}

const ADVICE = 'run the file with svc run in a terminal';

/** Throws StepFailure, which becomes the error of the result. */
export function refuseRequest(request: Request, { isPublicOnly, hasProxy }: RequestRules): void {
  const { metadata, shell, db } = request;
  if (metadata.before || metadata.after) throw new StepFailure('hook', `hooks are not run here; ${ADVICE}`);
  if (shell.length > 0) throw new StepFailure('shell', `shell blocks are not run here; ${ADVICE}`);
  if (db.length > 0) throw new StepFailure('db', `database checks are not run here; ${ADVICE}`);
  if (!isPublicOnly) return;
  const fault = findPublicOnlyFault(request);
  if (fault !== undefined) throw new StepFailure('blocked', fault);
  if (hasProxy) throw new StepFailure('blocked', 'a proxy is not available in public-only mode');
}
