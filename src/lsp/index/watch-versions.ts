/** Watches a folder for the index: files are compared by size and times, so that none is read for it. */
import type { FileVersion } from '../../workspace/paths/file-version.js';
import { WorkspaceWatch } from '../../workspace/watch/watch-workspace.js';

export interface VersionWatchOptions {
  readonly root: string;
  readonly onChange: (path: string) => void;
  readonly onConfig: () => void;
  readonly onWarning: (message: string) => void;
}

export function watchVersions(options: VersionWatchOptions): Promise<WorkspaceWatch> {
  return WorkspaceWatch.start({
    ...options,
    index: {
      cachedHash: ({ version }) => versionText(version),
      fingerprint: ({ version }) => Promise.resolve(versionText(version)),
    },
    onChange: ({ path }) => options.onChange(path),
  });
}

function versionText({ dev, ino, size, mtimeMs, ctimeMs }: FileVersion): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ');
}
