import { describe, expect, it } from 'vitest';
import { createEventBus } from './bus.js';
import type { Envelope } from './event.js';

const NOW = Date.UTC(2031, 3, 7, 9, 15, 2, 87);
const noFault = (error: unknown): void => expect.fail(String(error));

describe('the event bus', () => {
  it('gives everybody the same envelope, with one timestamp in both places', () => {
    const bus = createEventBus({ clock: () => NOW, onFault: noFault });
    const heard: Envelope[][] = [[], []];
    for (const list of heard) bus.subscribe((envelope) => void list.push(envelope));
    bus.emit('environment_changed', { name: 'staging' });
    expect(heard[0]).toEqual([
      {
        type: 'environment_changed',
        payload: { name: 'staging', timestamp: '2031-04-07T09:15:02.087Z' },
        timestamp: '2031-04-07T09:15:02.087Z',
      },
    ]);
    expect(heard[1]?.[0]).toBe(heard[0]?.[0]);
    expect(JSON.stringify(heard[0]?.[0])).toBe(
      '{"type":"environment_changed","payload":{"name":"staging","timestamp":"2031-04-07T09:15:02.087Z"},"timestamp":"2031-04-07T09:15:02.087Z"}',
    );
  });

  it('tells all of a request to a mock server, with what may have been meant', () => {
    const bus = createEventBus({ clock: () => NOW, onFault: noFault });
    const heard: Envelope['payload'][] = [];
    bus.subscribe(({ payload }) => void heard.push(payload));
    const request = {
      event: 'request',
      method: 'GET',
      path: '/a',
      status: 200,
      duration: 1,
      route: 'a',
    } as const;
    const unmet = { ...request, status: 404, route: '', nearest: [{ method: 'GET', path: '/b', name: 'b' }] };
    bus.emit('mock_request', request);
    bus.emit('mock_request', unmet);
    const timestamp = '2031-04-07T09:15:02.087Z';
    expect(heard).toEqual([
      { ...request, timestamp },
      { ...unmet, timestamp },
    ]);
  });

  it('stops telling whoever has stopped listening', () => {
    const bus = createEventBus({ onFault: noFault });
    const heard: string[] = [];
    const stop = bus.subscribe(({ type }) => void heard.push(`a ${type}`));
    bus.subscribe(({ type }) => void heard.push(`b ${type}`));
    bus.emit('file_changed', { path: 'a.http', operation: 'write' });
    stop();
    stop();
    bus.emit('environment_changed', { name: 'qa' });
    expect(heard).toEqual(['a file_changed', 'b file_changed', 'b environment_changed']);
  });

  it('keeps a listener that throws from the others and from whoever emits', () => {
    const faults: unknown[] = [];
    const bus = createEventBus({ onFault: (error) => void faults.push(error) });
    const heard: string[] = [];
    const fault = new Error('broken');
    bus.subscribe(() => {
      throw fault;
    });
    bus.subscribe(({ type }) => void heard.push(type));
    bus.emit('environment_changed', { name: 'qa' });
    expect(heard).toEqual(['environment_changed']);
    expect(faults).toEqual([fault]);
  });
});
