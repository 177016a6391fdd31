import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { programFile } from '../../primitives/threads/program-file.js';
import type { LookupResult, LookupRequest } from './name-lookup-messages.js';
import { lookUpHere, nameLookups, NameLookups } from './name-lookup.js';
import { systemResolve } from './system-resolve.js';

/** Resolves names that begin with "known", and ends at one that every machine resolves. */
const PROGRAM = `
process.on('disconnect', () => process.exit());
process.on('message', ({ id, host }) => {
  if (host === 'localhost') process.exit(1);
  if (host.startsWith('known')) process.send({ id, addresses: [{ address: String(process.pid), family: 4 }] });
  if (host === 'missing') process.send({ id, error: { code: 'ENOTFOUND', syscall: 'getaddrinfo', message: 'none' } });
});
`;

const never = new AbortController().signal;
const query = (host: string) => ({ host, family: 0, hints: 0 });

describe('look-ups in another process', () => {
  const started: ChildProcess[] = [];
  const lookups = (): NameLookups =>
    new NameLookups(() => {
      const child = fork('test', [], { execArgv: ['-e', PROGRAM], stdio: 'ignore' });
      started.push(child);
      return child;
    });

  afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

  it('give all addresses, or the error of the system', async () => {
    const names = lookups();
    const before = started.length;
    const addresses = await Promise.all([
      names.lookUp(query('known1'), never),
      names.lookUp(query('known2'), never),
    ]);
    expect(addresses[0]).toEqual(addresses[1]);
    await expect(names.lookUp(query('missing'), never)).rejects.toMatchObject({
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
    });
    expect(started.length - before).toBe(1);
  });

  it('that nobody waits for do not keep others waiting', async () => {
    const names = lookups();
    const stop = new AbortController();
    const hanging = Array.from({ length: 9 }, (_, n) => names.lookUp(query(`dead${n}`), stop.signal));
    const other = names.lookUp(query('known'), never);
    stop.abort();
    for (const each of hanging) await expect(each).rejects.toMatchObject({ errorKind: 'cancelled' });
    expect(await other).toMatchObject([{ family: 4 }]);
  });

  it('go on when one of two askers leaves', async () => {
    const names = lookups();
    const stop = new AbortController();
    const left = names.lookUp(query('known'), stop.signal);
    const stayed = names.lookUp(query('known'), never);
    stop.abort();
    await expect(left).rejects.toMatchObject({ errorKind: 'cancelled' });
    expect(await stayed).toHaveLength(1);
  });

  it('are made here when the process ends by itself', async () => {
    const names = lookups();
    expect(await names.lookUp(query('localhost'), never)).not.toHaveLength(0);
    expect(await names.lookUp(query('localhost'), never)).not.toHaveLength(0);
  });

  it('are made here where no process can be started', async () => {
    const names = new NameLookups(() => {
      throw new Error('not permitted');
    });
    expect(await names.lookUp(query('localhost'), never)).not.toHaveLength(0);
    expect(await names.lookUp(query('localhost'), never)).not.toHaveLength(0);
  });
});

it('the program of the other process sends results, and ends with the one that started it', async () => {
  const child = fork(fileURLToPath(programFile('name-lookup-child.js')), { execArgv: [], stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const request: LookupRequest = { id: 'one', ...query('localhost'), order: 'verbatim' };
  child.send(request);
  const [result] = (await once(child, 'message')) as [LookupResult];
  expect(result).toEqual({ id: 'one', addresses: await lookUpHere(request) });
  // A key pressed in the terminal reaches both; only the other side decides. On Windows this would end it.
  if (process.platform !== 'win32') child.kill('SIGINT');
  child.send({ ...request, id: 'two' } satisfies LookupRequest);
  expect(await once(child, 'message')).toMatchObject([{ id: 'two' }, undefined]);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
});

it('the system knows localhost, and addresses stand for themselves', async () => {
  expect(await systemResolve('127.0.0.1')).toEqual(['127.0.0.1']);
  const here = await systemResolve('localhost');
  expect(here).not.toHaveLength(0);
  const there = await nameLookups.lookUp({ ...query('localhost'), order: 'verbatim' }, never);
  expect(there.map(({ address }) => address)).toEqual(here);
});
