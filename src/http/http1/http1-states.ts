/** What made a response invalid. */
export type Fault = 'none' | 'statusLine' | 'header' | 'headLimit' | 'chunk' | 'switch';

/** Where a reader stands in a response; the parts of a head come before those of a body. */
export const State = {
  statusLine: 0,
  headers: 1,
  sized: 2,
  chunkSize: 3,
  chunkData: 4,
  chunkEnd: 5,
  trailers: 6,
  untilClose: 7,
  done: 8,
} as const;
