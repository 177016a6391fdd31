import { createTimeFormatter } from '../primitives/time/time-texts.js';
import type { Envelope, EventPayloads, EventType } from './event.js';

export interface EventBus {
  /** Lets callers skip the work for an event without listeners. */
  readonly hasListeners: boolean;
  /** Calls every listener before it returns, so that all see one order. */
  emit<Type extends EventType>(type: Type, payload: EventPayloads[Type]): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: EventListener): () => void;
  /** Calls with the number of listeners whenever it changes, for emitters in other threads. */
  onListenerCount(changed: (count: number) => void): void;
}

export type EventListener = (envelope: Envelope) => void;

export interface BusOptions {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Called when a listener throws, which must not fail the emitter. */
  readonly onFault: (error: unknown) => void;
}

export function createEventBus({ clock = Date.now, onFault }: BusOptions): EventBus {
  const listeners = new Set<EventListener>();
  const timeText = createTimeFormatter();
  let changed: (count: number) => void = () => undefined;
  return {
    get hasListeners() {
      return listeners.size > 0;
    },
    emit: (type, payload) => {
      if (listeners.size === 0) return;
      const timestamp = timeText(clock());
      const envelope = { type, payload: withTime(payload, timestamp), timestamp } as Envelope;
      for (const listener of listeners) {
        try {
          listener(envelope);
        } catch (error) {
          onFault(error);
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      changed(listeners.size);
      return () => {
        listeners.delete(listener);
        changed(listeners.size);
      };
    },
    onListenerCount: (listener) => {
      changed = listener;
      changed(listeners.size);
    },
  };
}

/** Mock servers emit thousands of request events a second (bench/measures/mock.mjs), and a spread is slow. */
function withTime(payload: EventPayloads[EventType], timestamp: string): Envelope['payload'] {
  const isRequest = 'event' in payload && payload.event === 'request';
  if (!isRequest || payload.nearest !== undefined || payload.fault !== undefined || payload.proxied)
    return { ...payload, timestamp };
  const { event, method, path, status, duration, route } = payload;
  return { event, method, path, status, duration, route, timestamp };
}
