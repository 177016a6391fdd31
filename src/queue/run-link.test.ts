import { expect, it } from 'vitest';
import { ManualClock } from '../../test/support/manual-clock.js';
import { coordinator } from '../../test/support/queue/run-contract.js';
import { RunLink } from './run-link.js';
import { QueueKeys } from './sealing/queue-keys.js';
import { QUEUE_TIMES } from './settings/limits.js';
import { MemoryConnection } from './transport/memory-connection.js';
import { MemoryServer } from './transport/memory-server.js';

/** What is appended is on its way until the test lets it arrive. */
class SlowConnection extends MemoryConnection {
  arrive: () => void = () => undefined;
  readonly #hasArrived = new Promise<void>((resolve) => (this.arrive = resolve));

  override async append(stream: string, message: Uint8Array, expiryMs: number): Promise<void> {
    await this.#hasArrived;
    return super.append(stream, message, expiryMs);
  }
}

it('leaves nothing of a report that was on its way when the run was over', async () => {
  const clock = new ManualClock();
  const server = new MemoryServer(clock.now);
  const keys = new QueueKeys('k'.repeat(32), 'svc');
  const queue = { name: 'svc', transport: new MemoryConnection(server), keys, times: QUEUE_TIMES, clock };
  const transport = new SlowConnection(server);
  const run = coordinator(queue).coordinator;
  const link = new RunLink(
    { ...queue, transport },
    {
      run: run.run,
      worker: 'w'.repeat(12),
      expiryMs: 60_000,
      onFault: (error) => expect.fail(String(error)),
    },
  );
  await link.open();
  link.report('here');
  await run.end();
  expect(await link.ended).toBe('over');
  transport.arrive();
  await link.close();
  expect(server.keys()).toEqual([]);
});
