import { onTestFinished } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { testRuns } from '../../test/support/queue/run-contract.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { QUEUE_TIMES } from './settings/limits.js';

const STEP_MS = 100;

let server = new MemoryServer(() => 0);

testRuns('memory', {
  open: (key = 'k'.repeat(32)) => {
    const clock = drivenClock();
    server = new MemoryServer(clock.now);
    return {
      name: 'svc',
      transport: new MemoryConnection(server),
      keys: new QueueKeys(key, 'svc'),
      times: QUEUE_TIMES,
      clock,
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

/** Goes on much faster than the time, but never before everything is done that a step has caused. */
function drivenClock(): ManualClock {
  const clock = new ManualClock();
  let isTurning = false;
  const timer = setInterval(() => {
    if (isTurning) return;
    isTurning = true;
    void clock.turn(STEP_MS).then(() => (isTurning = false));
  }, 1);
  onTestFinished(() => clearInterval(timer));
  return clock;
}
