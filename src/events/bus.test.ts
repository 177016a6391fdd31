import { describe, expect, it } from 'vitest';
import { createEventBus } from './bus.js';
import type { Envelope } from './event.js';

const NOW = Date.UTC(2031, 3, 7, 9, 15, 2, 87);
const noFault = (error: unknown): void => expect.fail(String(error));

describe('the event bus', () => {
  it('gives all listeners the same envelope, with one timestamp in both places', () => {
    const bus = createEventBus({ clock: () => NOW, onFault: noFault });
    const received: Envelope[][] = [[], []];
    for (const list of received) bus.subscribe((envelope) => void list.push(envelope));
    bus.emit('environment_changed', { name: 'staging' });
    expect(received[0]).toEqual([
      {
        type: 'environment_changed',
        payload: { name: 'staging', timestamp: '2031-04-07T09:15:02.087Z' },
        timestamp: '2031-04-07T09:15:02.087Z',
      },
    ]);
    expect(received[1]?.[0]).toBe(received[0]?.[0]);
    expect(JSON.stringify(received[0]?.[0])).toBe(
      '{"type":"environment_changed","payload":{"name":"staging","timestamp":"2031-04-07T09:15:02.087Z"},"timestamp":"2031-04-07T09:15:02.087Z"}',
    );
  });

  it('passes on a request to a mock server, with the nearest routes', () => {
    const bus = createEventBus({ clock: () => NOW, onFault: noFault });
    const received: Envelope['payload'][] = [];
    bus.subscribe(({ payload }) => void received.push(payload));
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
    expect(received).toEqual([
      { ...request, timestamp },
      { ...unmet, timestamp },
    ]);
  });

  it('stops calling a listener that has unsubscribed', () => {
    const bus = createEventBus({ onFault: noFault });
    const received: string[] = [];
    const stop = bus.subscribe(({ type }) => void received.push(`a ${type}`));
    bus.subscribe(({ type }) => void received.push(`b ${type}`));
    bus.emit('file_changed', { path: 'a.http', operation: 'write' });
    stop();
    stop();
    bus.emit('environment_changed', { name: 'qa' });
    expect(received).toEqual(['a file_changed', 'b file_changed', 'b environment_changed']);
  });

  it('isolates a listener that throws from the others and from the emitter', () => {
    const faults: unknown[] = [];
    const bus = createEventBus({ onFault: (error) => void faults.push(error) });
    const received: string[] = [];
    const fault = new Error('broken');
    bus.subscribe(() => {
      throw fault;
    });
    bus.subscribe(({ type }) => void received.push(type));
    bus.emit('environment_changed', { name: 'qa' });
    expect(received).toEqual(['environment_changed']);
    expect(faults).toEqual([fault]);
  });
});
