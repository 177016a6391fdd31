import { normalPath, pathBeside } from '../../primitives/text/slash-path.js';

/** The path in the workspace of a file that another one names; one that leads out of it begins with `..` or `/`. */
export function pathFrom(from: string, written: string): string {
  const path = written.replaceAll('\\', '/');
  return path.startsWith('/') ? normalPath(path) : pathBeside(from, path);
}
