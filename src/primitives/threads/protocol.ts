/** The protocol of threads: calls, their events and their results, all plain data. */
import type { KeyOrders } from '../json/key-order.js';
import type { ThreadFailure } from './thread-failure.js';

/** The types of an operation: its input, its events while it runs, and its result. */
export interface OperationTypes {
  readonly input: unknown;
  readonly event: unknown;
  readonly result: unknown;
}

/** What the caller may send while an operation runs: the type `message` of the operation, if it has one. */
export type MessageOf<Types extends OperationTypes> = Types extends { readonly message: infer Message }
  ? Message
  : unknown;

/** Maps operations to their types; one such table describes a worker program. */
export type OperationTable<T> = { readonly [K in keyof T]: OperationTypes };

/** Comes before the messages whose objects it names. */
export interface KeyOrderMessage {
  readonly keyOrders: KeyOrders;
}

export type ToThread =
  | KeyOrderMessage
  | { readonly id: number; readonly operation: string; readonly input: unknown }
  /** Further data for a running call. */
  | { readonly id: number; readonly message: unknown }
  /** The reason of a cancellation. */
  | { readonly id: number; readonly abort: string }
  /** Asks whether the event loop of the thread responds; it sends `ready` again. */
  | { readonly ping: true };

export type FromThread =
  | KeyOrderMessage
  /** The program is loaded and the event loop responds. */
  | { readonly ready: true }
  /** Data that belongs to no call, such as a line of the log. */
  | { readonly notice: unknown }
  | { readonly id: number; readonly event: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: ThreadFailure };
