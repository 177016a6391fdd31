/** Gets the tokens of people before a load test, and hands them to its threads as environment variables. */
import type { PersonAsker } from '../../http/auth/auth-state.js';
import { personGrant } from '../../http/auth/build-auth.js';
import { writeCarriedToken } from '../../http/auth/carried-token.js';
import { carriedName, takePersonToken } from '../../http/auth/person-token.js';
import { authOf } from '../../request-file/model/client-directives.js';
import { createScopes } from '../../runner/file-context.js';
import type { Node } from '../../runner/plan/graph.js';
import { openRun } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { FramingSettings } from '../../stress/framing-run.js';

/** Throws RequestFailure when a token cannot be had. */
export async function signInAhead(
  { settings, shownFrom, process, secrets }: FramingSettings,
  asker: PersonAsker,
  nodes: readonly Node[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const { options, root } = settings;
  const fileAccess = workspaceFileAccess({ root, shownFrom });
  const run = openRun({ files: [], options, fileAccess, process, signal, secrets, asker });
  const tokens: Record<string, string> = {};
  try {
    const scopeOf = createScopes(run);
    for (const { owner, request } of nodes) {
      const auth = authOf(request);
      const params = auth?.params.map((parameter) => scopeOf(owner).settledText(parameter));
      // What a setup request captures is not there yet, and the request itself reports that it has no token.
      if (!auth || !params?.every((value) => value !== undefined)) continue;
      const grant = personGrant({ type: auth.type, params });
      const { send, authState: state } = run.wire;
      const onSecret = (value: string): void => secrets.add(value);
      const place = { file: owner.runnable.shown, name: request.name };
      const { token } = await takePersonToken(grant, { state, send, onSecret, place }, { signal });
      const carried = writeCarriedToken(token, state);
      secrets.add(carried);
      tokens[carriedName(grant)] = carried;
    }
    return tokens;
  } finally {
    run.close();
  }
}
