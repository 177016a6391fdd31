/** Entry of a load thread. The thread that serves the API never sends load itself. */
import { setClock } from '../primitives/clock.js';
import { serveCalls } from '../primitives/threads/serve-calls.js';
import { LoadEngine } from './load-engine.js';
import { SYSTEM_TIMING } from './system-timing.js';
import type { LoadProgram } from './worker-messages.js';

// The clock that all threads of the process share. It is read several times for each request, and `performance` is read
// faster than `hrtime`; both count on the same clock, from different starts.
const [seconds, nanoseconds] = process.hrtime();
const offset = seconds * 1000 + nanoseconds / 1e6 - performance.now();
setClock(() => performance.now() + offset);
serveCalls<LoadProgram>({
  load: (task, call) => {
    const engine = new LoadEngine(task, call.emit, SYSTEM_TIMING);
    call.onMessage(engine.receive);
    return engine.run();
  },
});
