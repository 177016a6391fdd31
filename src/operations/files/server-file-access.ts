import { ServiceError } from '../../errors.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { resolveFile } from '../../workspace/paths/boundary.js';
import type { IndexedFiles } from './indexed-files.js';

export interface ServerFileAccessInput {
  readonly options: { readonly root: string };
  readonly files: Pick<IndexedFiles, 'look'>;
}

/** How runs for clients reach files: request files come through the cache of the workspace. */
export function serverFileAccess({ options: { root }, files }: ServerFileAccessInput): FileAccess {
  return {
    ...workspaceFileAccess({ root, shownFrom: root }),
    loadFile: async (path, from) => {
      const judged = await resolveFile(path, { root, from, requestFile: true });
      if (!judged.ok) return undefined;
      try {
        return await files.look(judged.path);
      } catch (error) {
        if (error instanceof ServiceError) return undefined;
        throw error;
      }
    },
  };
}
