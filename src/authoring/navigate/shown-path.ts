/** Paths of the workspace as texts, so that nothing of the system is needed. */

/** The path of a file that another one names; it may lead out of the workspace, and then begins with `..`. */
export function pathFrom(from: string, written: string): string {
  const path = written.replaceAll('\\', '/');
  const joined = path.startsWith('/') ? path : `${from.slice(0, from.lastIndexOf('/') + 1)}${path}`;
  const isAbsolute = joined.startsWith('/');
  const parts: string[] = [];
  for (const part of joined.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}
