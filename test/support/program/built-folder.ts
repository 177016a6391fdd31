import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from './run-svc.js';

/** The chunks of the built program; the folder is named after their content, and the one before it may be there too. */
export function builtFolder(): URL {
  const dist = join(repositoryRoot, 'dist');
  const { directory } = JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8')) as { directory: string };
  return pathToFileURL(`${join(dist, directory)}/`);
}
