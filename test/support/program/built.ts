import { cp, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { crc32 } from 'node:zlib';
import { repositoryRoot } from './run-svc.js';

/** A copy of dist/ that a test may damage, without the types, which no program reads. */
export async function copyBuild(directory: string): Promise<string> {
  const copy = join(directory, 'dist');
  const dist = join(repositoryRoot, 'dist');
  await cp(dist, copy, {
    recursive: true,
    // A process that checks whether the build is up to date holds its lock for a moment.
    filter: (source) => !source.endsWith('.lock') && source !== join(dist, 'types'),
  });
  return copy;
}

/** Every file below a directory with its content, by relative path. */
export async function filesBelow(directory: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, Buffer>();
  for (const path of paths.sort()) {
    files.set(relative(directory, path).split(sep).join('/'), await readFile(path));
  }
  return files;
}

/** What tells whether anything has changed below a directory, without comparing megabytes byte by byte. */
export async function checksums(directory: string): Promise<Map<string, number>> {
  return new Map([...(await filesBelow(directory))].map(([path, content]) => [path, crc32(content)]));
}
