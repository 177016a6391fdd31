/** Entry of the threads that convert and read, so that a large text never blocks the event loop of a server. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { performConversion, type ConversionTask } from './conversion.js';
import type { ConversionAnswer } from './conversion-thread.js';
import { sentFailure } from './thread-failure.js';

parentPort?.on('message', (task: ConversionTask) => void answer(task));

async function answer(task: ConversionTask): Promise<void> {
  const say = (met: ConversionAnswer, ports: MessagePort[] = []): void => parentPort?.postMessage(met, ports);
  try {
    const result = await performConversion(task);
    say({ result }, typeof result === 'object' && 'port' in result ? [result.port] : []);
  } catch (error) {
    say(sentFailure(error));
  }
}
