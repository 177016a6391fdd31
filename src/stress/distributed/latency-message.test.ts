import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatencyHistogram, type LatencyData } from '../measure/latency.js';
import { readLatency, writeLatency } from './latency-message.js';

function latencyOf(values: readonly number[]): LatencyData {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram.data();
}

describe('a histogram as bytes', () => {
  it('is the same afterwards, whatever it has measured', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 4_000_000, noNaN: true }), { maxLength: 3000 }),
        (values) => {
          const data = latencyOf(values);
          expect(readLatency(writeLatency(data))).toEqual(data);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has counts of every size', () => {
    const counts = [1, 127, 128, 16_383, 16_384, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
    const block = Float64Array.from({ length: 1024 }, (_, at) => counts[at % 10] ?? 0);
    const data: LatencyData = {
      ...latencyOf([1]),
      blocks: [
        [0, block],
        [9, block],
      ],
    };
    expect(readLatency(writeLatency(data))).toEqual(data);
  });

  it('takes no memory for buckets that do not exist', () => {
    const far = writeLatency({ ...latencyOf([1]), blocks: [[1_000_000, new Float64Array(1024).fill(1)]] });
    expect(() => readLatency(far)).toThrow('a histogram has no such bucket');
  });

  it.each([
    ['a distance', []],
    ['a count', [0]],
  ])('is refused with %s that does not end', (_, before) => {
    const buckets = Uint8Array.from([...before, ...Array.from({ length: 1000 }, () => 255)]);
    expect(() => readLatency({ ...writeLatency(latencyOf([])), buckets })).toThrow(
      'a histogram has a number that does not end',
    );
  });

  it('ends where its bytes end, even if they are cut off', () => {
    const written = writeLatency(latencyOf([0.5, 1, 2, 4, 8, 800_000]));
    for (let length = 0; length < written.buckets.length; length += 1) {
      const { blocks } = readLatency({ ...written, buckets: written.buckets.subarray(0, length) });
      expect(blocks.length).toBeLessThanOrEqual(length);
    }
  });
});
