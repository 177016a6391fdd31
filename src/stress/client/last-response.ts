/**
 * The last response to a request, byte for byte. The same bytes have the same head and the same verdict, so they are
 * neither read nor checked again. Responses of one second are often the same, and their `Date` differs in the next one.
 */
import { createHead, type Http1Head } from '../../http/http1/http1-head.js';
import { RepeatRate } from './repeat-rate.js';

/** As much as one read of a connection gives. */
const MAX_BYTES = 64 * 1024;
const MIN_CAPACITY = 1024;

export class LastResponse {
  readonly head: Http1Head = createHead();
  /** The position of the first assertion that failed; their number when all passed. */
  failedAt = 0;
  readonly #rate = new RepeatRate();
  #memory = Buffer.alloc(0);
  #length = 0;
  #isTried = false;
  #isChecked = false;

  /** Whether a response of these bytes has been checked. */
  matches(bytes: Uint8Array): boolean {
    this.#isTried = this.#rate.isTried();
    if (!this.#isTried) return false;
    const isSame =
      this.#isChecked &&
      bytes.length === this.#length &&
      this.#memory.compare(bytes, 0, bytes.length, 0, this.#length) === 0;
    if (isSame) this.#rate.hit();
    else if (this.#rate.miss()) this.#isChecked = false;
    return isSame;
  }

  /** Keeps a whole response that did not match, if that may pay. It counts once it is checked. */
  keep(bytes: Uint8Array, head: Http1Head): boolean {
    // The reader keeps what redirects and cookies need, so those responses are read every time.
    if (!this.#isTried || bytes.length > MAX_BYTES || head.setsCookie || head.hasLocation) return false;
    this.#isChecked = false;
    if (bytes.length > this.#memory.length)
      this.#memory = Buffer.allocUnsafeSlow(Math.max(MIN_CAPACITY, 2 ** Math.ceil(Math.log2(bytes.length))));
    this.#memory.set(bytes);
    this.#length = bytes.length;
    Object.assign(this.head, head);
    return true;
  }

  /** Called with the verdict of the response that was kept last, before anything else is read. */
  checked(failedAt: number): void {
    this.failedAt = failedAt;
    this.#isChecked = true;
  }
}
