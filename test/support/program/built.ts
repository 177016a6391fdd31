import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { crc32 } from 'node:zlib';
import { repositoryRoot } from './run-svc.js';

/** A copy of dist/ that a test may damage, without the types, which no program reads. */
export function copyBuild(directory: string): string {
  const copy = join(directory, 'dist');
  const dist = join(repositoryRoot, 'dist');
  // A process that checks whether the build is up to date holds its lock for a moment.
  copyFolder(dist, copy, (source) => !source.endsWith('.lock') && source !== join(dist, 'types'));
  return copy;
}

/** Copies without waiting in between, which takes a seventh of the time where there are hundreds of small files. */
export function copyFolder(
  from: string,
  to: string,
  isWanted: (source: string) => boolean = () => true,
): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    if (!isWanted(source)) continue;
    if (entry.isDirectory()) copyFolder(source, join(to, entry.name), isWanted);
    else copyFileSync(source, join(to, entry.name));
  }
}

/** Every file below a directory with its content, by relative path. */
export function filesBelow(directory: string): Map<string, Buffer> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = new Map<string, Buffer>();
  for (const path of paths.sort()) {
    files.set(relative(directory, path).split(sep).join('/'), readFileSync(path));
  }
  return files;
}

/** What tells whether anything has changed below a directory, without comparing megabytes byte by byte. */
export function checksums(directory: string): Map<string, number> {
  return new Map([...filesBelow(directory)].map(([path, content]) => [path, crc32(content)]));
}
