let read = (): number => performance.now();

/** Milliseconds that only go forward, from an unknown start: for measuring, never for telling the time. */
export function elapsed(): number {
  return read();
}

/** The first use of `performance` loads eight modules of Node, which a short run feels: the entry knows better. */
export function measureWith(clock: () => number): void {
  read = clock;
}
