/** `>> path`: writes the body of a response to a file, if the operator allows it. */
import type { Scope } from '../../evaluation/variables/scope.js';
import type { SavedResponse } from '../../request-file/model/client-directives.js';
import type { FileAccess } from '../plan/run-input.js';

export interface SaveContext {
  readonly scope: Scope;
  readonly fileAccess: FileAccess;
  /** The directory of the request file. */
  readonly directory: string;
}

const NOT_ALLOWED = 'not saved: needs --allow-save';

/** Returns a warning for each response that was not saved. */
export async function saveResponses(
  saves: readonly SavedResponse[],
  bytes: Uint8Array,
  { scope, fileAccess, directory }: SaveContext,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { path, replaces } of saves) {
    const problem = await saveOne(scope.text(path), replaces);
    if (problem !== undefined) warnings.push(problem);
  }
  return warnings;

  async function saveOne(path: string, isReplaced: boolean): Promise<string | undefined> {
    if (fileAccess.saveResponse === undefined) return NOT_ALLOWED;
    try {
      await fileAccess.saveResponse({ path, directory, bytes, replaces: isReplaced });
      return undefined;
    } catch (error) {
      return `not saved: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
