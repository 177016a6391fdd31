/** How threads are asked to work: a call, what it reports while it runs, and its result. Everything is plain data. */
import type { ThreadFailure } from './thread-failure.js';

/** What an operation is given, what it emits while it runs, and what it returns. */
export interface OperationTypes {
  readonly input: unknown;
  readonly event: unknown;
  readonly result: unknown;
}

/** What the caller may send while an operation runs: the type `message` of its row, if it has one. */
export type MessageOf<Types extends OperationTypes> = Types extends { readonly message: infer Message }
  ? Message
  : unknown;

/** Operation → its types; one such table describes a worker program. */
export type OperationTable<T> = { readonly [K in keyof T]: OperationTypes };

export type ToThread =
  | { readonly id: number; readonly operation: string; readonly input: unknown }
  /** Further data for a call that is running. */
  | { readonly id: number; readonly message: unknown }
  /** Why it is cancelled. */
  | { readonly id: number; readonly abort: string }
  /** Whether the thread still takes part in anything; it sends `ready` again. */
  | { readonly ping: true };

export type FromThread =
  /** The program is loaded, and the event loop has a moment. */
  | { readonly ready: true }
  /** Belongs to no call, such as a line of the log. */
  | { readonly notice: unknown }
  | { readonly id: number; readonly event: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: ThreadFailure };
