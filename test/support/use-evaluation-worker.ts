import { inject } from 'vitest';
import { setWorkerFile } from '../../src/evaluation/bounded/thread-pool.js';

setWorkerFile(new URL(inject('evaluationWorker')));
