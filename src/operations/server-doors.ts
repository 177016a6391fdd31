import { ServiceError } from '../errors.js';
import type { RunDoors } from '../runner/run-input.js';
import { workspaceDoors } from '../runner/workspace-doors.js';
import { judgeFile } from '../workspace/boundary.js';
import type { IndexedFiles } from './indexed-files.js';

export interface ServerDoorsInput {
  readonly options: { readonly root: string };
  readonly files: Pick<IndexedFiles, 'look'>;
}

/** The doors of runs for clients: request files come through the cache of the workspace. */
export async function serverDoors({ options: { root }, files }: ServerDoorsInput): Promise<RunDoors> {
  const doors = await workspaceDoors({ root, shownFrom: root });
  return {
    ...doors,
    loadFile: async (path, from) => {
      const judged = await judgeFile(path, { root, from, requestFile: true });
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
