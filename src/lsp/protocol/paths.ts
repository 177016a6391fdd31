/** Paths that a request file names, relative to its own folder. */
import { pathFrom } from '../../authoring/navigate/shown-path.js';

/** The path from the root of the workspace, without a slash at its end; undefined when it leads out of it. */
export function resolvePath(from: string, written: string): string | undefined {
  if (/^[A-Za-z]:/.test(written)) return undefined;
  const path = pathFrom(from, written);
  if (/^(?:\/|\.\.(?:\/|$))/.test(path)) return undefined;
  return path === '.' ? '' : path;
}
