import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { loopback, runRequests } from '../../test/support/runs/run-requests.js';
import { BackgroundWork } from './background-work.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('LaterWork', () => {
  it('does its work in order, not at once', async () => {
    const done: number[] = [];
    const later = new BackgroundWork();
    for (const number of [1, 2, 3]) later.add(() => done.push(number));
    expect(done).toEqual([]);
    await turn();
    expect(done).toEqual([1, 2, 3]);
    later.add(() => done.push(4));
    later.finish();
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it('keeps what went wrong until it is asked to finish, and goes on', async () => {
    const done: number[] = [];
    const later = new BackgroundWork();
    later.add(() => {
      throw new Error('first');
    });
    later.add(() => done.push(1));
    await turn();
    expect(done).toEqual([1]);
    expect(() => later.finish()).toThrow('first');
  });
});

it('fails the run when a listener fails', async () => {
  const server = await loopback();
  const onEvent = (): void => {
    throw new Error('the listener is broken');
  };
  await expect(runRequests({ 'a.http': `GET ${server.url}\n` }, { onEvent })).rejects.toThrow(
    'the listener is broken',
  );
});

it('emits events in order, each request between its start and the next one', async () => {
  const server = await loopback();
  const { events } = await runRequests({
    'a.http': dedent`
      ### a
      GET ${server.url}
      ### b
      GET ${server.url}
    `,
  });
  expect(events.map(({ kind }) => kind)).toEqual([
    'run-start',
    'file-start',
    'request-start',
    'request-end',
    'request-start',
    'request-end',
    'file-end',
    'run-end',
  ]);
});
