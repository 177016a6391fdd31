/**
 * What a thread leaves in shared memory about its calls, for whoever has to end it: a thread that hangs, or has run
 * out of memory, answers no question any more.
 */
export class CallMarks {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(memory = new SharedArrayBuffer((FIRST_CALL + CALLS) * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory);
  }

  /** The call has begun to send, so running it again could repeat what it does. */
  markSending(call: number): void {
    const at = FIRST_CALL + (call % CALLS);
    if (Atomics.load(this.#numbers, at) < call) Atomics.store(this.#numbers, at, call);
  }

  /** Calls share places: one whose place belongs to a later call counts as sent, since nothing is sent twice. */
  hasSent(call: number): boolean {
    return Atomics.load(this.#numbers, FIRST_CALL + (call % CALLS)) >= call;
  }

  /** What the thread does at this moment; `line` is that of an assertion, 0 for anything else. */
  markWorking(call: number, line: number): void {
    Atomics.store(this.#numbers, CALL, call);
    Atomics.store(this.#numbers, LINE, line);
  }

  /** It waits for something now; whatever blocks the thread is another call. */
  clearWorking(call: number): void {
    Atomics.compareExchange(this.#numbers, CALL, call, 0);
  }

  get working(): { readonly call: number; readonly line: number } {
    return { call: Atomics.load(this.#numbers, CALL), line: Atomics.load(this.#numbers, LINE) };
  }
}

const CALL = 0;
const LINE = 1;
const FIRST_CALL = 2;
/** Places, so that calls of a usual number at the same time have one each. */
const CALLS = 1024;
