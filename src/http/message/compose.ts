import type { Send, Wrap } from './message.js';

/** The first wrap is the outermost: it sees the request first and the answer last. */
export function compose(send: Send, wraps: readonly Wrap[]): Send {
  return wraps.reduceRight((next, wrap) => wrap(next), send);
}
