import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from './run-svc.js';

/** A chunk of the built program, whose folder is named after its content. */
export function builtFile(name: string): URL {
  const dist = join(repositoryRoot, 'dist');
  const folder = readdirSync(dist).find((entry) => entry.startsWith('build-')) ?? '';
  return pathToFileURL(join(dist, folder, name));
}
