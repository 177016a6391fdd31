/** Entry of the thread that sleeps for a load thread; see load-clock.ts. */
import { serveCalls } from '../primitives/threads/serve-calls.js';
import type { ClockProgram } from './load-clock.js';

serveCalls<ClockProgram>({
  /** Never returns, so that the event loop does not delay the message after a wait. Ending the thread ends it. */
  wake: (memory, { emitAtOnce }) => {
    const cell = new Int32Array(memory, 0, 1);
    const delay = new Float64Array(memory, 8, 1);
    let seen = 0;
    for (;;) {
      Atomics.wait(cell, 0, seen);
      seen = Atomics.load(cell, 0);
      if (Atomics.wait(cell, 0, seen, delay[0]) === 'timed-out') emitAtOnce(null);
    }
  },
});
