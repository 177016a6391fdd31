/** Entry of a load thread: the thread that serves requests of others never sends load itself. */
import { parentPort, workerData } from 'node:worker_threads';
import { LoadEngine } from './load-engine.js';
import type { LoadOrder, ToLoadThread } from './worker-messages.js';

const port = parentPort;
const engine = new LoadEngine(workerData as LoadOrder, (message) => port?.postMessage(message));
port?.on('message', ({ kind }: ToLoadThread) => (kind === 'go' ? engine.go() : engine.stop()));
void engine.prepare();
