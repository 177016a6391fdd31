/** A histogram on its way between worker and coordinator: bytes, as JSON would cost more than the load they measure. */
import { BLOCK_SIZE, MAX_BLOCKS, type LatencyData } from '../measure/latency.js';

/** A histogram without its empty buckets. */
export interface LatencyMessage extends Omit<LatencyData, 'blocks'> {
  /**
   * For each bucket the number of empty ones before it, and its count. A number takes a byte for each seven bits, the
   * lowest first; the highest bit of a byte says that more follow.
   */
  readonly buckets: Uint8Array;
}

const SEVEN_BITS = 128;
/** Of a number that is exact. */
const MAX_NUMBER_BYTES = 8;
const FIRST_BYTES = 4096;

export function writeLatency({ blocks, ...figures }: LatencyData): LatencyMessage {
  let bytes = new Uint8Array(FIRST_BYTES);
  let end = 0;
  const write = (value: number): void => {
    let rest = value;
    for (; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS)) {
      bytes[end++] = (rest % SEVEN_BITS) + SEVEN_BITS;
    }
    bytes[end++] = rest;
  };
  let next = 0;
  for (const [block, counts] of blocks) {
    for (let at = 0; at < BLOCK_SIZE; at++) {
      const count = counts[at] ?? 0;
      if (count === 0) continue;
      if (end + 2 * MAX_NUMBER_BYTES > bytes.length) bytes = doubled(bytes);
      const index = block * BLOCK_SIZE + at;
      write(index - next);
      write(count);
      next = index + 1;
    }
  }
  return { ...figures, buckets: bytes.slice(0, end) };
}

export function readLatency({ buckets, ...figures }: LatencyMessage): LatencyData {
  const blocks = new Map<number, Float64Array>();
  let at = 0;
  const read = (): number => {
    let value = 0;
    let factor = 1;
    for (let left = MAX_NUMBER_BYTES; left > 0; left--) {
      const byte = buckets[at++] ?? 0;
      if (byte < SEVEN_BITS) return value + byte * factor;
      value += (byte - SEVEN_BITS) * factor;
      factor *= SEVEN_BITS;
    }
    throw new Error('a histogram has a number that does not end');
  };
  let next = 0;
  while (at < buckets.length) {
    const index = next + read();
    const number = Math.floor(index / BLOCK_SIZE);
    if (number >= MAX_BLOCKS) throw new Error('a histogram has no such bucket');
    let block = blocks.get(number);
    if (!block) blocks.set(number, (block = new Float64Array(BLOCK_SIZE)));
    block[index % BLOCK_SIZE] = read();
    next = index + 1;
  }
  return { ...figures, blocks: [...blocks] };
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}
