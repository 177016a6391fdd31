/** The sign-ins that the requests of a file need, each once. */
import { ServiceError } from '../../errors.js';
import { needsPerson, personGrant } from '../../http/auth/build-auth.js';
import { carriedName } from '../../http/auth/person-token.js';
import type { TokenGrant } from '../../http/auth/token-request.js';
import { authOf } from '../../request-file/model/client-directives.js';
import { requestMatcher } from '../../request-file/model/request-filter.js';
import { createScopes } from '../../runner/file-context.js';
import { createOwner } from '../../runner/plan/graph.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { Run } from '../../runner/run.js';
import { nothingSelectedError } from '../flags/selection-flags.js';

export interface NeededSignIn {
  readonly grant: TokenGrant;
  /** The environment variable that holds its token. */
  readonly variable: string;
  /** The first request that needs it. */
  readonly requestName: string;
}

/** Throws ServiceError when there is none, and VariableFailure for a parameter without a value. */
export function findSignIns(
  runnable: RunnableFile,
  names: readonly string[],
  run: Run,
): readonly NeededSignIn[] {
  const { file, shown } = runnable;
  const filter = { names, tags: [], excludeTags: [] };
  const selected = file.requests.filter(requestMatcher(filter));
  if (selected.length === 0) throw nothingSelectedError(filter, [shown], file.requests);
  const scope = createScopes(run)(createOwner(runnable, false));
  const found = new Map<string, NeededSignIn>();
  for (const request of selected) {
    const auth = authOf(request);
    if (!auth || !needsPerson(auth)) continue;
    const params = auth.params.map((parameter) => scope.text(parameter));
    const grant = personGrant({ type: auth.type, params });
    const variable = carriedName(grant);
    if (!found.has(variable)) found.set(variable, { grant, variable, requestName: request.name });
  }
  if (found.size > 0) return [...found.values()];
  throw new ServiceError(
    'request-file',
    `no request${names.length === 0 ? '' : ' of that name'} in ${shown} needs a person to sign in; ` +
      'write # @auth oauth2 device_code or # @auth oauth2 authorization_code',
  );
}
