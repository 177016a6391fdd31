/**
 * Time limits of requests under way. Most requests of a test have the same limit, so that they run out in the
 * order in which they began: one timer for each limit, and a list that costs nothing to enter and to leave.
 */
export class Deadline {
  /** Milliseconds of performance.now(). */
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

/** Node fires at once when a delay does not fit 31 bits. */
const LONGEST_DELAY = 0x7fff_ffff;

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
    if (!this.#timer) this.#wait(deadline.expires);
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

  /** The timer is set for what was first then; it looks again when that has long been answered. */
  #wait(expires: number): void {
    const delay = Math.min(Math.max(1, Math.ceil(expires - performance.now())), LONGEST_DELAY);
    this.#timer = setTimeout(this.#look, delay).unref();
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    for (let first = this.#first; first && first.expires <= now; first = this.#first) {
      this.remove(first);
      first.onExpired();
    }
    if (this.#first && !this.#timer) this.#wait(this.#first.expires);
  };
}
