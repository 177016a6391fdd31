/** The addresses of files, so that references between them are resolved like those between pages. */

/** A path may go up this many folders; the addresses of files are that deep, so that `..` stays below their root. */
const MAX_PARENT_STEPS = 16;
const FILE_ROOT = 'workspace-file:///';
const FOLDER = '~/';

export function uriOf(path: string): string {
  const encoded = path
    .replaceAll('\\', '/')
    .split('/')
    .map((step) => encodeURIComponent(step))
    .join('/');
  return new URL(encoded, FILE_ROOT + FOLDER.repeat(MAX_PARENT_STEPS)).href;
}

/** Undefined for the address of anything else. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith(FILE_ROOT)) return undefined;
  let rest = uri.slice(FILE_ROOT.length);
  let up = MAX_PARENT_STEPS;
  while (up > 0 && rest.startsWith(FOLDER)) {
    rest = rest.slice(FOLDER.length);
    up--;
  }
  return '../'.repeat(up) + rest.split('/').map(decodeURIComponent).join('/');
}
