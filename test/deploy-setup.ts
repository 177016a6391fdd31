import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from './support/program/run-svc.js';

export const folder = join(repositoryRoot, 'docs', 'deploy');
export const [compose, kubernetes, image] = (await Promise.all(
  ['compose.yaml', 'kubernetes.yaml', 'Dockerfile'].map((name) => readFile(join(folder, name), 'utf8')),
)) as [string, string, string];
