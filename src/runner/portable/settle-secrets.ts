/** Asks programs for all secrets that requests need, before these are sent many times or elsewhere. */
import type { Scope } from '../../evaluation/variables/scope.js';
import { RequestFailure } from '../../http/message/message.js';
import { givenNames } from '../../request-file/model/all-checks.js';
import type { Request } from '../../request-file/model/model.js';
import { interpolatedTexts } from '../../request-file/model/references.js';
import { settleTexts } from '../commands/secrets/with-secrets.js';
import type { Node, Owner } from '../plan/graph.js';
import type { RunOptions } from '../plan/options.js';
import type { Run } from '../run.js';

/**
 * Returns options with which no program is started: secrets have their values, or the reason why they have none. Throws
 * StepFailure when the run is stopped meanwhile.
 */
export async function settleNodes(
  run: Run,
  nodes: readonly Node[],
  scopeOf: (owner: Owner) => Scope,
): Promise<RunOptions> {
  const { commandSecrets, options } = run;
  if (commandSecrets === undefined) return options;
  const headers = Object.values(options.headers);
  const given = nodes.flatMap(({ request }) => givenNames(request));
  for (const { owner, request } of nodes) {
    const scope = scopeOf(owner);
    const included = await includedText(request, owner, run, scope);
    await settleTexts(run, scope, [...headers, ...interpolatedTexts(request), included], given);
  }
  const { secretCommands: _, ...others } = options;
  return { ...others, allowSecretCommands: false, settledSecrets: commandSecrets.settled() };
}

/** The content of an included file in which placeholders are replaced; empty without one that can be read. */
async function includedText(
  { body }: Request,
  { runnable: { directory } }: Owner,
  { fileAccess }: Run,
  scope: Scope,
): Promise<string> {
  const path = body?.contentType === 'file' && body.interpolate ? scope.settledText(body.path) : undefined;
  if (path === undefined) return '';
  try {
    return new TextDecoder().decode(await fileAccess.readFile(path, directory));
  } catch (error) {
    // The request reports it when it is sent.
    if (error instanceof RequestFailure) return '';
    throw error;
  }
}
