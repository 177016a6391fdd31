import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './support/program/run-svc.js';

export const folder = join(repositoryRoot, '.github', 'workflows');
export const names = await readdir(folder);
