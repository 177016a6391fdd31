/** Paths that a request file names, relative to its own folder. */

/** The path from the root of the workspace, without a slash at its end; undefined when it leads out of it. */
export function resolvePath(from: string, written: string): string | undefined {
  if (written.startsWith('/') || /^[A-Za-z]:/.test(written)) return undefined;
  const segments = from.split('/').slice(0, -1);
  for (const segment of written.replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}
