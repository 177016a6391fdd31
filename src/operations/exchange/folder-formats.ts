/** Which files of a directory an importer reads. */

export function isBrunoFile(path: string): boolean {
  return /\.(?:bru|ya?ml)$/i.test(path) || path === 'bruno.json';
}
