/** Which files of a directory an importer reads. */
export { isCollectionFile } from '../../convert/from-collection/read-directory.js';
export { filesBeside, isHttpFile } from '../../convert/from-http/source-files.js';

export function isBrunoFile(path: string): boolean {
  return /\.(?:bru|ya?ml)$/i.test(path) || path === 'bruno.json';
}
