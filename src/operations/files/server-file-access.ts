import { ServiceError } from '../../errors.js';
import type { FileAccess } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { resolveFile } from '../../workspace/paths/boundary.js';
import type { IndexedFiles } from './indexed-files.js';

/** The file access of runs for clients: request files come from the cache of the workspace. */
export function createServerFileAccess(root: string, files: IndexedFiles): FileAccess {
  return {
    ...workspaceFileAccess({ root, shownFrom: root }),
    loadFile: async (path, from) => {
      const resolved = await resolveFile(path, { root, from, requestFile: true });
      if (!resolved.ok) return undefined;
      try {
        return await files.loadUnchecked(resolved.path);
      } catch (error) {
        if (error instanceof ServiceError) return undefined;
        throw error;
      }
    },
  };
}
