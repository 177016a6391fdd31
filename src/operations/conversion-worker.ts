/** Entry of the threads that convert, so that a large document never blocks the event loop of a server. */
import { parentPort } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import { performConversion, type ExportTask, type ImportTask } from './conversion.js';
import type { ConversionAnswer } from './conversion-thread.js';

parentPort?.on('message', (task: ImportTask | ExportTask) => void answer(task));

async function answer(task: ImportTask | ExportTask): Promise<void> {
  const say = (met: ConversionAnswer): void => parentPort?.postMessage(met, []);
  try {
    say({ result: await performConversion(task) });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    if (!(error instanceof ServiceError)) return say({ fault: { message, ...(stack && { stack }) } });
    const { kind, hint, details } = error;
    say({ failure: { kind, message, hint, details } });
  }
}
