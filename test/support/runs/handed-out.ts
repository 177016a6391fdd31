/** Load threads whose task was handed out as a message, as it is to workers. */
import type { StartThread } from '../../../src/stress/load-threads.js';
import {
  readPortableTask,
  writePortableTask,
  type PortableTask,
} from '../../../src/stress/distributed/portable-task.js';
import type { LoadMessage } from '../../../src/stress/worker-messages.js';
import type { ThreadTotals } from '../../../src/stress/measure/load-recorder.js';
import type { LoadTime } from './load-time.js';

/** JSON in which bytes are marked. */
export function asMessage(data: PortableTask): string {
  return JSON.stringify(
    data.map((item) => (item instanceof Uint8Array ? { bytes: Buffer.from(item).toString('base64') } : item)),
  );
}

export function fromMessage(text: string): PortableTask {
  const items = JSON.parse(text) as ({ bytes: string } | unknown[])[];
  return items.map((item) =>
    'bytes' in item ? new Uint8Array(Buffer.from(item.bytes, 'base64')) : item,
  ) as unknown as PortableTask;
}

/** `onMessage` sees what travels; `environment` is that of the machine that sends the load. */
export function handedOut(
  onMessage: (message: string) => void = () => undefined,
  environment: Readonly<Record<string, string>> = {},
): (time: LoadTime) => StartThread {
  return ({ startThread }) =>
    (task, onEvent) => {
      const early: LoadMessage[] = [];
      let send = (message: LoadMessage): void => void early.push(message);
      const run = async (): Promise<ThreadTotals> => {
        const { thread, threads, slots, ...common } = task;
        const message = asMessage(await writePortableTask(common));
        onMessage(message);
        const received = readPortableTask(fromMessage(message), environment);
        const started = startThread({ ...received, thread, threads, slots }, onEvent);
        send = started.send;
        for (const each of early) started.send(each);
        return started.totals;
      };
      return { totals: run(), send: (message) => send(message) };
    };
}
