import { describe, expect, it } from 'vitest';
import { offAbort, onAbort, StopController } from './stop-signal.js';

describe('a stop', () => {
  it('calls all listeners once, with the first reason', () => {
    const stop = new StopController();
    const calls: string[] = [];
    onAbort(stop, () => calls.push(`a ${String(stop.reason)}`));
    onAbort(stop, () => calls.push(`b ${String(stop.reason)}`));
    expect(stop.aborted).toBe(false);
    stop.abort('late');
    stop.abort('later');
    expect(calls).toEqual(['a late', 'b late']);
    expect(stop).toMatchObject({ aborted: true, reason: 'late' });
  });

  it('does not call a removed listener, even if it was removed during the abort', () => {
    const stop = new StopController();
    const calls: string[] = [];
    const first = () => calls.push('first');
    onAbort(stop, first);
    onAbort(stop, () => calls.push('second'));
    offAbort(stop, first);
    offAbort(stop, first);
    stop.abort('end');
    expect(calls).toEqual(['second']);
  });
});
