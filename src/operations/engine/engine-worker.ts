/** Entry of the threads that do the work of a server. */
import { workerData } from 'node:worker_threads';
import { setRestartListener } from '../../primitives/threads/restarts.js';
import { sendNotice, serveCalls } from '../../primitives/threads/serve-calls.js';
import type { Log } from '../settings/log.js';
import { CallMarks } from './call-marks.js';
import type { EngineOperations } from './engine-operations.js';
import { MAX_LIGHT_FILE_BYTES, type EngineNotice, type ThreadSetup } from './engine-setup.js';
import { askThrough } from './secret-port.js';
import { createPerformers } from './performers.js';

const { secretPort, ...setup } = workerData as ThreadSetup;
const listeners = new Int32Array(setup.listeners);
const log: Log = (level, message, fields = {}) => notify({ log: { level, message, fields } });

setRestartListener(() => notify({ restart: true }));
serveCalls<EngineOperations>(
  createPerformers({
    setup,
    log,
    askSecret: secretPort && askThrough(secretPort),
    marks: new CallMarks(setup.marks),
    hasListeners: () => Atomics.load(listeners, 0) !== 0,
    cpuTime,
    maxFileBytes: setup.lane === 'light' ? MAX_LIGHT_FILE_BYTES : Infinity,
  }),
);

function notify(notice: EngineNotice): void {
  sendNotice(notice);
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
