/** Entry of a load thread. The thread that serves the API never sends load itself. */
import { serveCalls } from '../primitives/threads/serve-calls.js';
import { LoadEngine } from './load-engine.js';
import type { LoadProgram } from './worker-messages.js';

serveCalls<LoadProgram>({
  load: (task, call) => {
    const engine = new LoadEngine(task, call.emit);
    call.onMessage(engine.receive);
    return engine.run();
  },
});
