import { expect, it, vi } from 'vitest';
import { coordinator, VERSION } from '../../test/support/queue/run-contract.js';
import { systemClock } from '../primitives/clock.js';
import type { Queue } from './open-queue.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { QUEUE_TIMES } from './settings/limits.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';
import { WorkerHost } from './worker-host.js';

it('leaves in order when its run ends while it says that it leaves', async () => {
  const server = new MemoryServer(() => Date.now());
  const connect = (): Queue & { readonly transport: MemoryConnection } => ({
    name: 'svc',
    transport: new MemoryConnection(server),
    keys: new QueueKeys('k'.repeat(32), 'svc'),
    times: QUEUE_TIMES,
    clock: systemClock,
  });
  const own = connect();
  let endRun = (): void => undefined;
  const host = new WorkerHost(own, {
    traits: { name: 'w', threads: 1, cores: 1, version: VERSION, nodeVersion: '20', labels: [] },
    handlers: {
      wait: async (_, link) => {
        link.report('here');
        await new Promise<void>((resolve) => (endRun = resolve));
        return { ok: true };
      },
    },
    onFault: (error) => {
      throw error;
    },
  });
  await host.start();
  const run = coordinator(connect());
  const [claimed] = await run.coordinator.claim({ wanted: 1, least: 1, waitMs: 0, labels: [] });
  await run.coordinator.sendOrder(claimed?.id ?? '', { kind: 'wait', threads: 1, body: null });
  await expect.poll(() => run.countOf('here')).toBe(1);
  const write = own.transport.write.bind(own.transport);
  vi.spyOn(own.transport, 'write').mockImplementationOnce(async (...written) => {
    endRun();
    await expect.poll(() => host.isBusy).toBe(false);
    return write(...written);
  });
  await host.leave();
  await run.coordinator.end();
});
