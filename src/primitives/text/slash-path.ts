/** Paths with `/`, joined and shortened without a module of Node, so that browsers can do it too. */

/** Without `.`, empty parts and what `..` takes back; `..` at the start stays. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const isBack = part === '..' && parts.length > 0 && parts.at(-1) !== '..';
    if (isBack) parts.pop();
    else if (part !== '..' || !path.startsWith('/')) parts.push(part);
  }
  const joined = parts.join('/');
  return path.startsWith('/') ? `/${joined}` : joined === '' ? '.' : joined;
}

/** A path that is written in a file, as seen from where the path of the file starts. */
export function pathBeside(file: string, path: string): string {
  return normalPath(`${file.slice(0, file.lastIndexOf('/') + 1)}${path}`);
}
