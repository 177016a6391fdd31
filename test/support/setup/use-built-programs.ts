import { inject } from 'vitest';
import { setProgramFolder } from '../../../src/primitives/threads/program-file.js';

setProgramFolder(new URL(inject('builtPrograms')));
