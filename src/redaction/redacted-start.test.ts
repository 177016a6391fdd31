import { describe, expect, it } from 'vitest';
import { cutAtByte, redactedStart } from './redacted-start.js';
import { REDACTED, SecretSet } from './secret-set.js';

describe('cutAtByte', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['äöü', 4, 'äö'],
    ['äöü', 5, 'äö'],
    ['äöü', 6, 'äöü'],
    ['a💡b', 4, 'a'],
    ['a💡b', 5, 'a💡'],
    ['', 0, ''],
    ['a', 0, ''],
  ])('of %j at %i is %j', (text, bytes, start) => {
    expect(cutAtByte(text, bytes)).toBe(start);
  });
});

describe('redactedStart', () => {
  const secrets = new SecretSet();
  secrets.addAll(['s3cret-token', 'abcd']);
  const redaction = { text: (text: string) => secrets.redact(text), longest: secrets.maxFormLength };

  it('shows no part of a secret, wherever the text is cut', () => {
    for (const body of ['x'.repeat(990) + 's3cret-token'.repeat(4000), 'abcd'.repeat(9000)]) {
      for (let bytes = 980; bytes < 1100; bytes += 1) {
        const start = redactedStart(body, bytes, redaction);
        expect(start.replaceAll(REDACTED, '').replace(/\[[A-Z]*$/, '')).toMatch(/^x*$/);
        expect(start.length).toBeLessThanOrEqual(bytes);
      }
    }
  });

  it('shows no part of a secret at the end of a text that was cut before', () => {
    const start = redactedStart(`${'x'.repeat(900)}s3cret-tok`, 5000, redaction, true);
    expect(start).toMatch(/^x*$/);
    expect(redactedStart('s3cret-tok', 5000, redaction, true)).toBe('');
    expect(redactedStart('s3cret-tok', 5000, redaction)).toBe('s3cret-tok');
  });

  it('is as long as asked for where nothing is secret', () => {
    expect(redactedStart('y'.repeat(10_000), 5000, redaction)).toBe('y'.repeat(5000));
    expect(redactedStart('y'.repeat(10), 5000, redaction)).toBe('y'.repeat(10));
  });
});
