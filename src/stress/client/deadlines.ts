/**
 * Time limits of requests in flight. Most requests of a test have the same limit, so they expire in the order in
 * which they started: one timer and one linked list for each limit.
 */
export class Deadline {
  /** A timestamp of performance.now(). */
  expires = 0;
  list: DeadlineList | undefined;
  before: Deadline | undefined;
  after: Deadline | undefined;

  constructor(readonly onExpired: () => void) {}

  clear(): void {
    this.list?.remove(this);
  }
}

export class Deadlines {
  readonly #lists = new Map<number, DeadlineList>();

  start(deadline: Deadline, now: number, limit: number): void {
    let list = this.#lists.get(limit);
    if (!list) {
      list = new DeadlineList();
      this.#lists.set(limit, list);
    }
    deadline.expires = now + limit;
    list.append(deadline);
  }
}

/** Node fires a timer at once when its delay does not fit in 31 bits. */
const MAX_TIMER_DELAY_MS = 0x7fff_ffff;

class DeadlineList {
  #first: Deadline | undefined;
  #last: Deadline | undefined;
  #timer: NodeJS.Timeout | undefined;

  append(deadline: Deadline): void {
    deadline.clear();
    deadline.list = this;
    deadline.before = this.#last;
    deadline.after = undefined;
    if (this.#last) this.#last.after = deadline;
    else this.#first = deadline;
    this.#last = deadline;
    if (!this.#timer) this.#startTimer(deadline.expires);
  }

  remove(deadline: Deadline): void {
    const { before, after } = deadline;
    if (before) before.after = after;
    else this.#first = after;
    if (after) after.before = before;
    else this.#last = before;
    deadline.list = undefined;
    deadline.before = undefined;
    deadline.after = undefined;
  }

  /** The timer is set for the deadline that was first at that time, which has usually been cleared when it fires. */
  #startTimer(expires: number): void {
    const delay = Math.min(Math.max(1, Math.ceil(expires - performance.now())), MAX_TIMER_DELAY_MS);
    this.#timer = setTimeout(this.#expireDue, delay).unref();
  }

  readonly #expireDue = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (let first = this.#first; first && first.expires <= now; first = this.#first) {
      this.remove(first);
      first.onExpired();
    }
    if (this.#first && !this.#timer) this.#startTimer(this.#first.expires);
  };
}
