/** Entry of the threads that convert and read, so that a large text never blocks the event loop of a server. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { ServiceError } from '../errors.js';
import { performConversion, type ConversionTask } from './conversion.js';
import type { ConversionAnswer } from './conversion-thread.js';

parentPort?.on('message', (task: ConversionTask) => void answer(task));

async function answer(task: ConversionTask): Promise<void> {
  const say = (met: ConversionAnswer, ports: MessagePort[] = []): void => parentPort?.postMessage(met, ports);
  try {
    const result = await performConversion(task);
    say({ result }, typeof result === 'object' && 'port' in result ? [result.port] : []);
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    if (!(error instanceof ServiceError)) return say({ fault: { message, ...(stack && { stack }) } });
    const { kind, hint, details } = error;
    say({ failure: { kind, message, hint, details } });
  }
}
