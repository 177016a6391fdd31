import { join } from 'node:path';
import { repositoryRoot } from './support/program/run-svc.js';

export const MAN_PAGE = join(repositoryRoot, 'share', 'man', 'man1', 'svc.1');
