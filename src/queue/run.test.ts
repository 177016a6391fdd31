import { testRuns } from '../../test/support/queue/run-contract.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';
import { QueueKeys } from './sealing/queue-keys.js';

/** A fiftieth of the real ones. */
const TIMES = {
  beatMs: 20,
  pollMs: 4,
  workerLostMs: 60,
  coordinatorLostMs: 200,
  queueLostMs: 1200,
  queueWaitMs: 600,
};

let server = new MemoryServer(() => Date.now());

testRuns('memory', {
  open: (key = 'k'.repeat(32)) => {
    server = new MemoryServer(() => Date.now());
    return {
      name: 'svc',
      transport: new MemoryConnection(server),
      keys: new QueueKeys(key, 'svc'),
      times: TIMES,
    };
  },
  loseEverything: () => {
    server.goAway();
    server.empty();
    server.comeBack();
    return Promise.resolve();
  },
  keys: () => Promise.resolve(server.keys()),
});
