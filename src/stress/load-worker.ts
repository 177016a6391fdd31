/** Entry of a load thread: the thread that serves requests of others never sends load itself. */
import { serveCalls } from '../primitives/threads/serve-calls.js';
import { LoadEngine } from './load-engine.js';
import type { LoadProgram } from './worker-messages.js';

serveCalls<LoadProgram>({
  load: (order, call) => {
    const engine = new LoadEngine(order, call.emit);
    call.onMessage(engine.receive);
    return engine.run();
  },
});
