import { describe, expect, it } from 'vitest';
import { outcome } from '../../test/reports/build-outcome.js';
import { SecretSet } from '../redaction/secret-set.js';
import { cutAtByte, redactedStart } from './redacted-start.js';
import { redactorOf } from './redactor.js';

function redactor(...values: readonly string[]) {
  const secrets = new SecretSet();
  secrets.addAll(values);
  return redactorOf(outcome(), secrets);
}

describe('the start of a text', () => {
  const secret = 'secret-0123456789';

  it('shows no part of a secret that the end cuts in two', () => {
    for (let before = 80; before <= 101; before++) {
      const text = `${'x'.repeat(before)}${secret}${'y'.repeat(20_000)}`;
      expect(redactedStart(text, 100, redactor(secret))).not.toContain('secr');
    }
  });

  it('shows none either when redaction made the text shorter', () => {
    const text = `${secret.repeat(200)}${'y'.repeat(100_000)}`;
    const shown = redactedStart(text.slice(0, 100 + redactor(secret).longest), 100, redactor(secret), true);
    expect(shown).not.toMatch(/secr/);
    expect(shown).toContain('[REDACTED]');
  });

  it('is the whole text when it is short', () => {
    expect(redactedStart('short', 100, redactor(secret))).toBe('short');
    expect(redactedStart(`a ${secret}`, 100, redactor(secret))).toBe('a [REDACTED]');
  });

  it('of which the rest is gone already loses what could be half a secret', () => {
    expect(redactedStart(`${'x'.repeat(500)}secret-01`, 1000, redactor(secret), true)).toMatch(/^x+$/);
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['aé', 2, 'a'],
    ['éé', 3, 'é'],
    ['a📦b', 4, 'a'],
    ['a📦b', 5, 'a📦'],
    ['📦'.repeat(10), 39, '📦'.repeat(9)],
    ['', 5, ''],
  ])('%s cut at %i bytes is %s', (text, bytes, expected) => {
    expect(cutAtByte(text, bytes)).toBe(expected);
  });
});
