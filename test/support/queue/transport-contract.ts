/** What both implementations of the queue have to do, so that quick tests in memory say something about the real one. */
import { describe, expect, it } from 'vitest';
import {
  TAKE_COUNT,
  type QueueTransport,
  type TakenMessages,
} from '../../../src/queue/transport/queue-transport.js';

export interface TransportUnderTest {
  readonly connect: () => QueueTransport | Promise<QueueTransport>;
  /** Moves the clock of a server that has none of its own; the tests wait for what has to happen. */
  readonly advance?: (milliseconds: number) => void;
}

const SHORT_MS = 40;
const LONG_MS = 60_000;

export function testTransport(
  kind: string,
  { connect, advance = () => undefined }: TransportUnderTest,
): void {
  describe(`the queue (${kind})`, () => {
    it('keeps bytes until they expire or are removed', async () => {
      const queue = await connect();
      const bytes = Buffer.from([0, 255, 13, 10]);
      await queue.write('bytes:1', bytes, LONG_MS);
      await queue.write('bytes:2', bytes, LONG_MS);
      expect(await queue.read(['bytes:1', 'bytes:2', 'bytes:3'], 10)).toEqual([bytes, bytes, undefined]);
      await queue.write('bytes:2', bytes, SHORT_MS);
      advance(SHORT_MS + 20);
      await expect.poll(() => queue.read(['bytes:1', 'bytes:2'], 10)).toEqual([bytes, undefined]);
      expect(await queue.expiryOf('bytes:2')).toBeUndefined();
      const left = (await queue.expiryOf('bytes:1')) ?? 0;
      expect([left > LONG_MS / 2, left <= LONG_MS]).toEqual([true, true]);
      await queue.remove(['bytes:1', 'bytes:3']);
      expect(await queue.read(['bytes:1'], 10)).toEqual([undefined]);
    });

    it('reads no more than one byte beyond the limit', async () => {
      const queue = await connect();
      await queue.write('long', Buffer.alloc(1000), LONG_MS);
      expect((await queue.read(['long'], 10)).map((found) => found?.length)).toEqual([11]);
      expect((await queue.read(['long'], 1000)).map((found) => found?.length)).toEqual([1000]);
    });

    it('gives a key to one owner, who may keep and release it', async () => {
      const queue = await connect();
      expect(await queue.hold('held', 'a', LONG_MS)).toBe(true);
      expect(await queue.hold('held', 'b', LONG_MS)).toBe(false);
      await queue.release(['held', 'other'], 'b');
      expect(await queue.hold('held', 'a', SHORT_MS)).toBe(true);
      advance(SHORT_MS + 20);
      await expect.poll(() => queue.hold('held', 'b', LONG_MS)).toBe(true);
      await queue.release(['held'], 'b');
      expect(await queue.hold('held', 'a', LONG_MS)).toBe(true);
    });

    it('claims all or none, of those that are there and free', async () => {
      const queue = await connect();
      const names = ['1', '2', '3', '4'];
      const candidates = names.map((name) => ({ key: `claim:${name}`, condition: `there:${name}` }));
      for (const name of ['1', '2', '4']) await queue.write(`there:${name}`, Buffer.from('x'), LONG_MS);
      const claim = (owner: string, least: number, most: number): Promise<readonly number[]> =>
        queue.claim({ candidates, owner, least, most, expiryMs: LONG_MS });
      expect(await claim('a', 4, 4)).toEqual([]);
      expect(await claim('a', 1, 1)).toEqual([0]);
      expect(await claim('b', 3, 3)).toEqual([]);
      expect(await claim('b', 1, 9)).toEqual([1, 3]);
      expect(await claim('c', 1, 9)).toEqual([]);
      expect(await queue.hold('claim:2', 'b', LONG_MS)).toBe(true);
      await queue.release(['claim:1', 'claim:2', 'claim:4'], 'b');
      expect(await claim('c', 2, 2)).toEqual([1, 3]);
      expect(await queue.claim({ candidates: [], owner: 'd', least: 0, most: 1, expiryMs: 1 })).toEqual([]);
    });

    it('two that claim at once never get the same', async () => {
      const sides = [await connect(), await connect()];
      const candidates = ['1', '2', '3'].map((name) => ({ key: `c:${name}`, condition: `t:${name}` }));
      for (const { condition } of candidates) await sides[0]?.write(condition, Buffer.from('x'), LONG_MS);
      const taken = await Promise.all(
        sides.map((side, index) =>
          side.claim({ candidates, owner: `o${index}`, least: 2, most: 2, expiryMs: LONG_MS }),
        ),
      );
      expect(taken.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, 2]);
    });

    it('remembers members with the time of the server, oldest first', async () => {
      const queue = await connect();
      expect(await queue.marked('set')).toEqual([]);
      const untilLater = async (): Promise<void> => {
        const before = await queue.time();
        advance(5);
        await expect.poll(() => queue.time()).toBeGreaterThan(before);
      };
      await queue.mark('set', 'a');
      await untilLater();
      await queue.mark('set', 'b');
      await untilLater();
      await queue.mark('set', 'a');
      const marks = await queue.marked('set');
      expect(marks.map(({ member }) => member)).toEqual(['b', 'a']);
      const [b = 0, a = 0] = marks.map(({ at }) => at);
      expect(a).toBeGreaterThan(b);
      expect(await queue.time()).toBeGreaterThanOrEqual(a);
      await queue.unmark('set', ['a', 'c']);
      expect((await queue.marked('set')).map(({ member }) => member)).toEqual(['b']);
    });

    it('publishes to those that listen, and to nobody later', async () => {
      const [sender, receiver] = [await connect(), await connect()];
      const received: string[] = [];
      await sender.publish('channel', Buffer.from('early'));
      const stop = await receiver.subscribe('channel', (message) =>
        received.push(message.toString('latin1')),
      );
      await sender.publish('other', Buffer.from('elsewhere'));
      await sender.publish('channel', Buffer.from([0, 233]));
      await expect.poll(() => received).toEqual(['\0é']);
      await stop();
      await sender.publish('channel', Buffer.from('late'));
      await sender.time();
      expect(received).toEqual(['\0é']);
    });

    it('a stream gives every message once the previous ones are done, and expires', async () => {
      const queue = await connect();
      expect((await queue.take('stream', undefined)).messages).toEqual([]);
      for (let i = 0; i < TAKE_COUNT + 5; i += 1)
        await queue.append('stream', Buffer.from([i % 256]), LONG_MS);
      const first = await queue.take('stream', undefined);
      const again = await queue.take('stream', undefined);
      expect(again).toEqual(first);
      const second: TakenMessages = await queue.take('stream', first);
      expect([first.messages.length, second.messages.length]).toEqual([TAKE_COUNT, 5]);
      expect(second.messages[0]).toEqual(Buffer.from([TAKE_COUNT % 256]));
      expect((await queue.take('stream', second)).messages).toEqual([]);
      await queue.append('stream', Buffer.from('x'), SHORT_MS);
      advance(SHORT_MS + 20);
      await expect.poll(async () => (await queue.take('stream', undefined)).messages).toEqual([]);
    });

    it('an order reaches its worker once, also one that begins to take later', async () => {
      const [sender, worker, other] = [await connect(), await connect(), await connect()];
      const taken: string[] = [];
      const take = (name: string) => (id: string) => Promise.resolve(void taken.push(`${name} ${id}`));
      await sender.sendOrder('workera00000', 'run100000000');
      const stops = [
        await worker.takeOrders('workera00000', take('a')),
        await other.takeOrders('workerb00000', take('b')),
      ];
      await expect.poll(() => taken).toEqual(['a run100000000']);
      await sender.sendOrder('workerb00000', 'run200000000');
      await expect.poll(() => taken).toEqual(['a run100000000', 'b run200000000']);
      await Promise.all(stops.map((stop) => stop()));
      await sender.sendOrder('workera00000', 'run300000000');
      await sender.dropOrders('workera00000');
      const stop = await worker.takeOrders('workera00000', take('again'));
      await sender.sendOrder('workera00000', 'run400000000');
      await expect.poll(() => taken.slice(2)).toEqual(['again run400000000']);
      await stop();
      await Promise.all(['workera00000', 'workerb00000'].map((name) => sender.dropOrders(name)));
    });

    it('one queue serves several that take, by rank, each when it is done with the last one', async () => {
      const [sender, first, second] = [await connect(), await connect(), await connect()];
      const queue = 'runa00000000';
      for (const [id, rank] of [
        ['u-3', 3],
        ['u-1', 1],
        ['u-2', 2],
        ['u-4', 4],
      ] as const) {
        await sender.sendOrder(queue, id, rank);
      }
      await sender.sendOrder(queue, 'u-1', 9);
      expect([...(await sender.waitingOrders(queue))].toSorted()).toEqual(['u-1', 'u-2', 'u-3', 'u-4']);
      const taken: string[] = [];
      const open: (() => void)[] = [];
      const take = (id: string): Promise<void> =>
        new Promise((resolve) => {
          taken.push(id);
          open.push(resolve);
        });
      const stop = await first.takeOrders(queue, take);
      await expect.poll(() => taken).toEqual(['u-1']);
      const stopSecond = await second.takeOrders(queue, take);
      await expect.poll(() => taken).toEqual(['u-1', 'u-2']);
      expect([...(await sender.waitingOrders(queue))].toSorted()).toEqual(['u-3', 'u-4']);
      open[1]?.();
      await expect.poll(() => taken).toEqual(['u-1', 'u-2', 'u-3']);
      for (const done of open) done();
      await Promise.all([stop(), stopSecond()]);
      await sender.dropOrders(queue);
      expect(await sender.waitingOrders(queue)).toEqual([]);
    });
  });
}
