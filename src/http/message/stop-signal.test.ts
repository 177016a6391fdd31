import { describe, expect, it } from 'vitest';
import { offAbort, onAbort } from './abort.js';
import { Stop } from './stop-signal.js';

describe('a stop', () => {
  it('tells everybody who watches, once, with the first reason', () => {
    const stop = new Stop();
    const heard: string[] = [];
    onAbort(stop, () => heard.push(`a ${String(stop.reason)}`));
    onAbort(stop, () => heard.push(`b ${String(stop.reason)}`));
    expect(stop.aborted).toBe(false);
    stop.abort('late');
    stop.abort('later');
    expect(heard).toEqual(['a late', 'b late']);
    expect(stop).toMatchObject({ aborted: true, reason: 'late' });
  });

  it('does not tell whoever has stopped watching, also while it tells', () => {
    const stop = new Stop();
    const heard: string[] = [];
    const first = () => heard.push('first');
    onAbort(stop, first);
    onAbort(stop, () => heard.push('second'));
    offAbort(stop, first);
    offAbort(stop, first);
    stop.abort('end');
    expect(heard).toEqual(['second']);
  });
});
