import type { RunnableFile } from '../runner/run-input.js';
import type { WorkspaceFiles } from './workspace-files.js';

/** The same file twice counts once, where it came first. */
export async function loadStressFiles(
  paths: readonly string[],
  files: Pick<WorkspaceFiles, 'load'>,
): Promise<readonly RunnableFile[]> {
  const loaded = new Map<string, RunnableFile>();
  for (const path of paths) {
    const runnable = await files.load(path);
    loaded.set(runnable.shown, runnable);
  }
  return [...loaded.values()];
}
