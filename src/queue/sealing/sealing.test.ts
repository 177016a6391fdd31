import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage, MessageTooLarge } from './message-codec.js';
import { readNumbered, writeNumbered } from './numbered-message.js';
import { QueueKeys, sealedLimit, type Place } from './queue-keys.js';

const LIMIT = 1_000_000;
const KEYS = new QueueKeys('k'.repeat(32), 'svc');

const place: fc.Arbitrary<Place> = fc.record({
  direction: fc.constantFrom('toWorker', 'toCoordinator', 'kept'),
  kind: fc.constantFrom('registration', 'order', 'control', 'report', 'kept'),
  scope: fc.stringMatching(/^[a-z0-9]{12}$/),
  sender: fc.stringMatching(/^[a-z0-9]{12}$/),
  recipient: fc.stringMatching(/^[a-z0-9]{12}$/),
  sequence: fc.nat(),
});

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.uint8Array({ maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('$bytes', '$plain', '__proto__', 'a', 'b'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).value;

describe('messages', () => {
  it('any JSON with binary parts anywhere comes back', () => {
    fc.assert(
      fc.property(value, (given) => {
        const found = decodeMessage(encodeMessage(given, LIMIT), LIMIT);
        expect(asPlain(found)).toEqual(asPlain(given));
      }),
    );
  });

  it('is bounded before and after compression', () => {
    const zeros = new Uint8Array(10_000);
    expect(() => encodeMessage(zeros, 9000)).toThrow(MessageTooLarge);
    const small = encodeMessage(zeros, 20_000);
    expect(small.length).toBeLessThan(200);
    expect(() => decodeMessage(small, 9000)).toThrow(MessageTooLarge);
  });

  it('any bytes are a message or an error, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(() => {
          try {
            decodeMessage(bytes, LIMIT);
          } catch (error) {
            if (!(error instanceof Error)) throw error;
          }
        }).not.toThrow();
      }),
    );
  });
});

describe('sealing', () => {
  it('opens what was sealed for the same place with the same key', () => {
    fc.assert(
      fc.property(place, value, (where, given) => {
        const opened = KEYS.open(where, KEYS.seal(where, given, LIMIT), LIMIT);
        expect('value' in opened && asPlain(opened.value)).toEqual(asPlain(given));
      }),
    );
  });

  it('refuses a message in which any bit is another', () => {
    fc.assert(
      fc.property(place, fc.nat(), (where, which) => {
        const sealed = KEYS.seal(where, { a: 1 }, LIMIT);
        const bit = which % (sealed.length * 8);
        const byte = Math.floor(bit / 8);
        sealed[byte] = (sealed[byte] ?? 0) ^ (1 << (bit % 8));
        expect(KEYS.open(where, sealed, LIMIT)).toEqual({ refused: 'not sealed with this key' });
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses a message that was moved: other run, sender, recipient, number, kind or direction', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        fc.pre(JSON.stringify(from) !== JSON.stringify(to));
        const names = Object.keys(from) as (keyof Place)[];
        for (const name of names.filter((each) => from[each] !== to[each])) {
          const moved = { ...from, [name]: to[name] };
          expect(KEYS.open(moved, KEYS.seal(from, 'x', LIMIT), LIMIT)).toHaveProperty('refused');
        }
      }),
    );
  });

  it('refuses another key, another length, and what is too long to be read', () => {
    const where = { direction: 'toWorker', kind: 'order', scope: 'r', sender: 's', sequence: 0 } as const;
    const sealed = KEYS.seal(where, 'x', LIMIT);
    const other = new QueueKeys('l'.repeat(32), 'svc');
    for (const bytes of [sealed.subarray(1), sealed.subarray(0, -1), Buffer.alloc(0), Buffer.alloc(28)]) {
      expect(KEYS.open(where, bytes, LIMIT)).toEqual({ refused: 'not sealed with this key' });
    }
    expect(other.open(where, sealed, LIMIT)).toEqual({ refused: 'not sealed with this key' });
    expect(KEYS.open(where, Buffer.alloc(sealedLimit(10) + 1), 10)).toEqual({ refused: 'too large' });
    expect(KEYS.open(where, KEYS.seal(where, 'x'.repeat(1000), LIMIT), 100)).toEqual({
      refused: 'too large',
    });
  });

  it('the same message is never sealed to the same bytes', () => {
    const where = { direction: 'kept', kind: 'kept', scope: 'r', sender: 's', sequence: 0 } as const;
    expect(KEYS.seal(where, 'x', LIMIT).equals(KEYS.seal(where, 'x', LIMIT))).toBe(false);
  });

  it('tells keys and queues apart by fingerprints, and shows no name', () => {
    const fingerprints = [KEYS, new QueueKeys('l'.repeat(32), 'svc'), new QueueKeys('k'.repeat(32), 'b')];
    expect(new Set(fingerprints.map(({ fingerprint }) => fingerprint)).size).toBe(3);
    expect(KEYS.fingerprint).toMatch(/^[0-9a-f]{8}$/);
    expect(KEYS.nameDigest('web-7')).toMatch(/^[0-9a-f]{24}$/);
    expect(KEYS.nameDigest('web-7')).not.toBe(KEYS.nameDigest('web-8'));
  });
});

it('the head of a message comes back, and anything else is no message', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z0-9]{12}$/),
      fc.nat({ max: 2 ** 48 - 1 }),
      fc.uint8Array({ minLength: 1 }),
      (sender, sequence, bytes) => {
        const sealed = Buffer.from(bytes);
        expect(readNumbered(writeNumbered({ sender, sequence, sealed }))).toEqual({
          sender,
          sequence,
          sealed,
        });
      },
    ),
  );
  expect(readNumbered(Buffer.alloc(40))).toBeUndefined();
  expect(readNumbered(Buffer.from('abcdefghijkl'))).toBeUndefined();
});

/** Buffers and other views of the same bytes are the same. */
function asPlain(given: unknown): unknown {
  if (given instanceof Uint8Array) return { bytes: Buffer.from(given).toString('hex') };
  if (Array.isArray(given)) return given.map(asPlain);
  if (typeof given !== 'object' || given === null) return Object.is(given, -0) ? 0 : given;
  return Object.entries(given).map(([name, item]) => [name, asPlain(item)]);
}
