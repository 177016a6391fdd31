import { describe, expect, it } from 'vitest';
import { expectLinear, expectRatio } from '../../test/support/growth.js';
import { REDACTED, type SecretSet } from './secret-set.js';
import { setOf } from '../../test/support/unit/secret-set-setup.js';

describe('the time', { timeout: 120_000 }, () => {
  const tokens = (count: number): SecretSet =>
    setOf(...Array.from({ length: count }, (_, i) => `token-${i}-${'k'.repeat(i % 60)}`));
  const bodyOf = (length: number): string =>
    'some words of a body, 7% of it \\"escaped\\", token-77 '.repeat(length / 52);

  it('grows with the text, not with the number of secrets', async () => {
    const [ten, thousand] = [tokens(10), tokens(1000)];
    await expectLinear(416_000, (length) => {
      const text = bodyOf(length);
      return () => thousand.redact(text);
    });
    const text = bodyOf(260_000);
    // A search that tries the secrets one by one would take about a hundred times as long.
    await expectRatio(
      20,
      () => thousand.redact(text),
      () => ten.redact(text),
    );
  });

  it('does not explode on the worst text: secrets and text of one letter', async () => {
    const secrets = setOf(...Array.from({ length: 1000 }, (_, i) => 'a'.repeat(i + 4)));
    const [ordinary, text] = ['b'.repeat(1_000_000), 'a'.repeat(1_000_000)];
    // A search that starts over at each character would take about a thousand times as long.
    await expectRatio(
      100,
      () => expect(secrets.redact(text)).toBe(REDACTED),
      () => expect(secrets.redact(ordinary)).toBe(ordinary),
    );
  });

  it.each(['%2525', '\\\\u005c'])('does not explode on a text of escapes: %s', async (escape) => {
    const secrets = setOf('aaaa-secret', 'pass%25word');
    await expectLinear(64_000, (length) => {
      const text = escape.repeat(length);
      return () => secrets.redact(text);
    });
  });
});
