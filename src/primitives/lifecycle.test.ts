import { describe, expect, it } from 'vitest';
import { Lifecycle } from './lifecycle.js';

const conflict = (): Error => new Error('one is already running');

describe('Lifecycle', () => {
  it('goes from idle to running to stopping and back', async () => {
    const life = new Lifecycle<string>(conflict);
    expect([life.state, life.current]).toEqual(['idle', undefined]);
    expect(await life.start(async () => 'first')).toBe('first');
    expect([life.state, life.current]).toEqual(['running', 'first']);
    const end = held();
    const ended = new Promise((resolve) => {
      expect(life.stop(() => end.promise, resolve)).toBe(true);
    });
    expect([life.state, life.current]).toEqual(['stopping', 'first']);
    end.resolve();
    await ended;
    expect([life.state, life.current]).toEqual(['idle', undefined]);
    expect(await life.start(async () => 'second')).toBe('second');
  });

  it('refuses a second start while the first is made, runs or stops', async () => {
    const life = new Lifecycle<number>(conflict);
    const made = held();
    const first = life.start(async () => {
      await made.promise;
      return 1;
    });
    await expect(life.start(async () => 2)).rejects.toThrow('one is already running');
    made.resolve();
    await first;
    await expect(life.start(async () => 2)).rejects.toThrow('one is already running');
    const end = held();
    const ended = new Promise((resolve) => void life.stop(() => end.promise, resolve));
    await expect(life.start(async () => 2)).rejects.toThrow('one is already running');
    end.resolve();
    await ended;
    expect(await life.start(async () => 2)).toBe(2);
  });

  it('stays idle when nothing could be made', async () => {
    const life = new Lifecycle<number>(conflict);
    await expect(life.start(() => Promise.reject(new Error('port taken')))).rejects.toThrow('port taken');
    expect(life.state).toBe('idle');
    expect(await life.start(async () => 3)).toBe(3);
  });

  it('has nothing to stop when idle, being made or stopping', async () => {
    const life = new Lifecycle<number>(conflict);
    expect(life.stop(async () => undefined)).toBe(false);
    const made = held();
    const start = life.start(() => made.promise.then(() => 1));
    expect(life.stop(async () => undefined)).toBe(false);
    made.resolve();
    await start;
    expect(life.stop(() => new Promise(() => undefined))).toBe(true);
    expect(life.stop(async () => undefined)).toBe(false);
  });

  it('is idle again even when ending failed, and reports the reason', async () => {
    const life = new Lifecycle<number>(conflict);
    await life.start(async () => 1);
    const error = await new Promise((resolve) => {
      life.stop(() => Promise.reject(new Error('stuck')), resolve);
    });
    expect(error).toMatchObject({ message: 'stuck' });
    expect(life.state).toBe('idle');
  });
});

function held(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}
