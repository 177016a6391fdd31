/** Entry of the threads that evaluate what takes long: they can be ended, which is the only way to stop an engine. */
import { parentPort } from 'node:worker_threads';
import { LimitExceeded } from './limits.js';
import { MAX_RESULT_LENGTH, type FromThread, type Job } from './job.js';
import { performJob } from './perform-job.js';
import { toJson } from '../json.js';

let document = '';

parentPort?.on('message', (job: Job) => {
  if (job.document !== undefined) document = job.document;
  void answer(job).then((message) => parentPort?.postMessage(message, []));
});
post({ kind: 'ready' });

async function answer(job: Job): Promise<FromThread> {
  try {
    const json = toJson(await performJob(job, document));
    if (json.length > MAX_RESULT_LENGTH) throw new LimitExceeded('the result is larger than 8 MiB');
    return { kind: 'result', json };
  } catch (cause) {
    if (cause instanceof RangeError) return failure('the evaluation needs too much memory', true);
    const message = cause instanceof Error ? cause.message : String(cause);
    return failure(message, cause instanceof LimitExceeded);
  }
}

function failure(message: string, isLimit: boolean): FromThread {
  return { kind: 'failure', message, isLimit };
}

function post(message: FromThread): void {
  parentPort?.postMessage(message, []);
}
