import { timeTexts } from '../primitives/time-texts.js';
import type { Envelope, EventPayloads, EventType } from './event.js';

export interface EventBus {
  /** Whether anybody listens: who would have to work for an event asks first. */
  readonly hasListeners: boolean;
  /** Told to everybody before it returns, so that all see one order. */
  emit<Type extends EventType>(type: Type, payload: EventPayloads[Type]): void;
  /** Gives back how to stop. */
  subscribe(listener: EventListener): () => void;
  /** Called with the number of listeners whenever it changes, for those who work in another thread. */
  onListenerCount(changed: (count: number) => void): void;
}

export type EventListener = (envelope: Envelope) => void;

export interface BusOptions {
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** A listener that throws is a defect, but none of those who emit. */
  readonly onFault: (error: unknown) => void;
}

export function createEventBus({ clock = Date.now, onFault }: BusOptions): EventBus {
  const listeners = new Set<EventListener>();
  const timeText = timeTexts();
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

/** As a literal for what comes by the thousand: a spread takes fifty times as long. */
function withTime(payload: EventPayloads[EventType], timestamp: string): Envelope['payload'] {
  const isFrequent = 'event' in payload && payload.event === 'request' && payload.nearest === undefined;
  if (!isFrequent) return { ...payload, timestamp };
  const { event, method, path, status, duration, route } = payload;
  return { event, method, path, status, duration, route, timestamp };
}
