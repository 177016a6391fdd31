/** Entry of the threads that evaluate what takes long: they can be ended, which is the only way to stop an engine. */
import { serveCalls } from '../../primitives/threads/serve-calls.js';
import { toJson } from '../values/json.js';
import type { Evaluated, EvaluationProgram, Job } from '../bounded/job.js';
import { LimitExceeded, MAX_RESULT_LENGTH } from '../bounded/limits.js';
import { performJob } from './perform-job.js';

let document = '';

serveCalls<EvaluationProgram>({ evaluate });

async function evaluate(job: Job): Promise<Evaluated> {
  if (job.document !== undefined) document = job.document;
  try {
    const json = toJson(await performJob(job, document));
    return json.length > MAX_RESULT_LENGTH ? { exceededLimit: 'the result is larger than 8 MiB' } : { json };
  } catch (cause) {
    if (cause instanceof RangeError) return { exceededLimit: 'the evaluation needs too much memory' };
    if (cause instanceof LimitExceeded) return { exceededLimit: cause.message };
    throw cause;
  }
}
