import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../../support/program/run-svc.js';

export const { version } = JSON.parse(await readFile(join(repositoryRoot, 'package.json'), 'utf8')) as {
  version: string;
};
