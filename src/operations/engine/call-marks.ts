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
    Atomics.store(this.#numbers, FIRST_CALL + (call % CALLS), call);
  }

  hasSent(call: number): boolean {
    return Atomics.load(this.#numbers, FIRST_CALL + (call % CALLS)) === call;
  }

  /** What the thread does at this moment; `line` is that of an assertion, 0 for anything else. */
  markWorking(call: number, line: number): void {
    Atomics.store(this.#numbers, CALL, call);
    Atomics.store(this.#numbers, LINE, line);
  }

  get working(): { readonly call: number; readonly line: number } {
    return { call: Atomics.load(this.#numbers, CALL), line: Atomics.load(this.#numbers, LINE) };
  }
}

const CALL = 0;
const LINE = 1;
const FIRST_CALL = 2;
/** More than ever run in one thread. */
const CALLS = 1024;
