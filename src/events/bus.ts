import type { Envelope, EventPayloads, EventType } from './event.js';

export interface EventBus {
  /** Whether anybody listens: who would have to work for an event asks first. */
  readonly isHeard: boolean;
  /** Told to everybody before it returns, so that all see one order. */
  emit<Type extends EventType>(type: Type, payload: EventPayloads[Type]): void;
  /** Gives back how to stop. */
  subscribe(listener: EventListener): () => void;
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
  return {
    get isHeard() {
      return listeners.size > 0;
    },
    emit: (type, payload) => {
      if (listeners.size === 0) return;
      const timestamp = new Date(clock()).toISOString();
      const envelope: Envelope = { type, payload: { ...payload, timestamp }, timestamp };
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
      return () => void listeners.delete(listener);
    },
  };
}
