import { collectReferences } from '../../request-file/model/references.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { toComment } from '../writable-text.js';

/** Names the private variables that a file uses, which an import does not write. */
export function needsComment(file: RequestFile, secrets: ReadonlySet<string>): string | undefined {
  if (secrets.size === 0) return undefined;
  const used = [...collectReferences([file])].filter((name) => secrets.has(name)).sort();
  return used.length === 0 ? undefined : toComment(`Needs: ${used.join(', ')}`);
}
