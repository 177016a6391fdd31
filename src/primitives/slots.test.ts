import { describe, expect, it } from 'vitest';
import { Slots } from './slots.js';

const { signal } = new AbortController();

function gate(): { readonly open: () => void; readonly passed: Promise<void> } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

describe('Slots', () => {
  it('lets a few work at a time, in the order of arrival', async () => {
    const slots = new Slots(2);
    const gates = Array.from({ length: 4 }, gate);
    const started: number[] = [];
    const done = gates.map(({ passed }, i) =>
      slots.use(signal, async () => {
        started.push(i);
        await passed;
        return i;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    gates[1]?.open();
    await done[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    expect(await Promise.all(done)).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a failure', async () => {
    const slots = new Slots(1);
    await expect(slots.use(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.use(signal, () => Promise.resolve(1))).toBe(1);
  });

  it('forgets who leaves while waiting', async () => {
    const slots = new Slots(1);
    const { open, passed } = gate();
    const first = slots.use(signal, () => passed);
    const leaving = new AbortController();
    let hasStarted = false;
    const second = slots.use(leaving.signal, async () => void (hasStarted = true));
    const third = slots.use(signal, () => Promise.resolve('third'));
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    open();
    await first;
    expect(await third).toBe('third');
    expect(hasStarted).toBe(false);
    await expect(slots.use(leaving.signal, () => Promise.resolve())).rejects.toThrow('gone');
  });
});
