/**
 * Facts about the calls of a thread in shared memory, for its owner: a thread that hangs, or has run out of
 * memory, cannot respond any more.
 */
export class CallMarks {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(memory = new SharedArrayBuffer((FIRST_CALL + CALLS) * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory);
  }

  /** The call may have sent requests, so running it again could repeat their effects. */
  markSending(call: number): void {
    const at = FIRST_CALL + (call % CALLS);
    if (Atomics.load(this.#numbers, at) < call) Atomics.store(this.#numbers, at, call);
  }

  /** Slots are shared: a call whose slot was taken by a later call counts as sent, so that nothing is sent twice. */
  hasSent(call: number): boolean {
    return Atomics.load(this.#numbers, FIRST_CALL + (call % CALLS)) >= call;
  }

  /** Records what the thread is doing now; `line` is the line of an assertion, or 0 for anything else. */
  markWorking(call: number, line: number): void {
    Atomics.store(this.#numbers, CALL, call);
    Atomics.store(this.#numbers, LINE, line);
  }

  /** The call waits for something, so it is not the one that blocks the thread. */
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
/** The number of slots; enough that simultaneous calls rarely share one. */
const CALLS = 1024;
