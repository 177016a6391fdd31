import type { Clock } from '../../primitives/clock.js';

/**
 * Time limits of requests in flight. Most requests of a test have the same limit, so they expire in the order in
 * which they started: one timer and one linked list for each limit.
 */
export class Deadline {
  /** A time of the clock. */
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
  readonly #clock: Clock;
  readonly #lists = new Map<number, DeadlineList>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(deadline: Deadline, now: number, limit: number): void {
    let list = this.#lists.get(limit);
    if (!list) {
      list = new DeadlineList(this.#clock);
      this.#lists.set(limit, list);
    }
    deadline.expires = now + limit;
    list.append(deadline);
  }
}

class DeadlineList {
  #first: Deadline | undefined;
  #last: Deadline | undefined;
  #hasTimer = false;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  append(deadline: Deadline): void {
    deadline.clear();
    deadline.list = this;
    deadline.before = this.#last;
    deadline.after = undefined;
    if (this.#last) this.#last.after = deadline;
    else this.#first = deadline;
    this.#last = deadline;
    if (!this.#hasTimer) this.#startTimer(deadline.expires);
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
    this.#hasTimer = true;
    this.#clock.at(expires, this.#expireDue).unref();
  }

  readonly #expireDue = (): void => {
    this.#hasTimer = false;
    const now = this.#clock.now();
    for (let first = this.#first; first && first.expires <= now; first = this.#first) {
      this.remove(first);
      first.onExpired();
    }
    if (this.#first && !this.#hasTimer) this.#startTimer(this.#first.expires);
  };
}
