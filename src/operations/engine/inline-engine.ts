import { CallMessages } from '../../primitives/threads/call-messages.js';
import type { CallContext } from '../../primitives/threads/serve-calls.js';
import { CallMarks } from './call-marks.js';
import type { Engine } from './engine.js';
import type { SecretStore } from './secret-store.js';
import { createPerformers, type PerformerOptions } from './performers.js';

/**
 * Performs the operations in the calling thread: for a process that does one thing only, and where no worker is
 * built.
 */
export interface InlineOptions extends Omit<PerformerOptions, 'marks' | 'maxFileBytes' | 'askSecret'> {
  readonly secrets?: SecretStore | undefined;
}

export function createInlineEngine({ secrets, ...options }: InlineOptions): Engine {
  const askSecret = secrets?.ask;
  const performers = createPerformers({
    ...options,
    askSecret,
    marks: new CallMarks(),
    maxFileBytes: Infinity,
  });
  let running = 0;
  const call: Engine['call'] = async (operation, input, { signal = NEVER, onEvent, onStart } = {}) => {
    signal.throwIfAborted();
    const perform = performers[operation] as (value: typeof input, context: Context) => unknown;
    const emit = (onEvent ?? ignore) as Context['emit'];
    const messages = new CallMessages();
    const onMessage: Context['onMessage'] = (listener) => messages.listen(listener);
    const context: Context = { id: 0, signal, emit, emitAtOnce: emit, onMessage };
    onStart?.((message) => messages.add(message), 0);
    running += 1;
    try {
      return (await perform(input, context)) as never;
    } finally {
      running -= 1;
    }
  };
  return {
    call,
    status: () => ({ threads: 0, busy: Math.min(running, 1), restarts: 0 }),
    close: async () => {
      performers.close();
      await secrets?.close();
    },
  };
}

type Context = CallContext<unknown>;

const NEVER = new AbortController().signal;

function ignore(): void {}
