/** Entry of a load thread. The thread that serves the API never sends load itself. */
import { setClock } from '../primitives/clock.js';
import { serveCalls } from '../primitives/threads/serve-calls.js';
import { LoadEngine } from './load-engine.js';
import type { LoadProgram } from './worker-messages.js';

// The clock that all threads of the process share.
setClock(() => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
});
serveCalls<LoadProgram>({
  load: (task, call) => {
    const engine = new LoadEngine(task, call.emit);
    call.onMessage(engine.receive);
    return engine.run();
  },
});
