import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REDACTED, SecretSet } from './secret-set.js';
import { setOf } from '../../test/support/unit/secret-set-setup.js';

/** Every way a value may be written that has to be found. */
const ENCODERS: Readonly<Record<string, (value: string) => string>> = {
  plain: (value) => value,
  base64: (value) => Buffer.from(value).toString('base64'),
  'base64 without padding': (value) => Buffer.from(value).toString('base64').replace(/=+$/, ''),
  base64url: (value) => Buffer.from(value).toString('base64url'),
  'base64url with padding': (value) =>
    Buffer.from(value).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  'percent, upper case': encodeURIComponent,
  'percent, lower case': (value) => encodeURIComponent(value).replace(/%../g, (hex) => hex.toLowerCase()),
  'percent, all bytes': (value) => [...Buffer.from(value)].map(percentByte).join(''),
  'percent, reserved characters kept': encodeURI,
  'form encoding': (value) => new URLSearchParams([['', value]]).toString().slice(1),
  'JSON string': (value) => JSON.stringify(value).slice(1, -1),
  'JSON string with slashes escaped': (value) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
  'JSON \\u escapes, lower case': (value) => unicodeEscapes(value),
  'JSON \\u escapes, upper case': (value) => unicodeEscapes(value).toUpperCase().replaceAll('\\U', '\\u'),
  'JSON in JSON': (value) => JSON.stringify(JSON.stringify(value).slice(1, -1)).slice(1, -1),
  'JSON in a URL': (value) => encodeURIComponent(JSON.stringify(value).slice(1, -1)),
  'URL in JSON': (value) => encodeURIComponent(value).replaceAll('/', '\\/'),
  'URL in a URL': (value) => encodeURIComponent(encodeURIComponent(value)),
  'Base64 in a URL': (value) => encodeURIComponent(Buffer.from(value).toString('base64')),
};

function percentByte(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}

function unicodeEscapes(value: string): string {
  return Array.from({ length: value.length }, (_, i) => `\\u${hex4(value.charCodeAt(i))}`).join('');
}

function hex4(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}

/** Whole characters only: what is encoded as bytes cannot hold half of one. */
const secret = fc
  .string({ unit: 'grapheme', minLength: 4, maxLength: 12 })
  .filter((value) => Array.from(value).length >= 4 && !REDACTED.includes(value));
const context = fc.string({
  unit: fc.constantFrom('a', 'Z', '%', '\\', '"', '=', ' ', '+', '4', '\n', '💡'),
});

describe('a secret', () => {
  it.each(Object.entries(ENCODERS))('is found as %s', (_name, encode) => {
    fc.assert(
      fc.property(secret, context, context, (value, before, after) => {
        const text = `${before} ${encode(value)} ${after}`;
        const redacted = setOf(value).redact(text);
        expect(redacted).toContain(REDACTED);
        expect(redacted).not.toContain(encode(value));
        expect(setOf(value).contains(text)).toBe(true);
      }),
    );
  });

  it.each(Object.keys(ENCODERS))('is replaced whole as %s', (name) => {
    const value = 'pä ss/wörd+"\\\n💡?';
    const written = ENCODERS[name]?.(value) ?? '';
    expect(setOf(value).redact(`<${written}>`)).toBe(`<${REDACTED}>`);
  });

  it('leaves the text around it as it was', () => {
    const secrets = setOf('s3cret');
    expect(secrets.redact('%20s3cret%zz\\q s3cret')).toBe(`%20${REDACTED}%zz\\q ${REDACTED}`);
    expect(secrets.redact('nothing %41 \\u0041 here')).toBe('nothing %41 \\u0041 here');
  });

  it('of fewer than four characters is none', () => {
    const secrets = setOf('', 'abc', '💡💡💡', '1');
    expect(secrets.redact('abc 💡💡💡 1')).toBe('abc 💡💡💡 1');
    expect(secrets.has('abc')).toBe(false);
    expect(setOf('abcd').redact('abcd')).toBe(REDACTED);
    expect(setOf('💡💡💡💡').redact('💡💡💡💡')).toBe(REDACTED);
  });

  it('may be added after others were looked for', () => {
    const secrets = new SecretSet();
    for (let i = 1000; i < 1300; i += 1) {
      expect(secrets.redact(`key-${i}`)).toBe(`key-${i}`);
      secrets.add(`key-${i}`);
      expect(secrets.has(`key-${i}`)).toBe(true);
      expect(secrets.redact(`key-${i} key-1000`)).toBe(`${REDACTED} ${REDACTED}`);
    }
  });

  it('may count in one place only', () => {
    const run = setOf('of-the-run');
    const own = run.with(['of-one-test', 'abc', 'of-the-run']);
    run.add('added-later');
    expect(own.redact('of-the-run of-one-test added-later')).toBe(`${REDACTED} ${REDACTED} ${REDACTED}`);
    expect(own.has('of-the-run')).toBe(true);
    expect(run.redact('of-the-run of-one-test')).toBe(`${REDACTED} of-one-test`);
    expect(run.with(['of-the-run', 'abc'])).toBe(run);
    expect(own.maxFormLength).toBe(run.maxFormLength);
    const none = new SecretSet();
    const ofNone = none.with(['of-one-test']);
    expect([none.isEmpty, ofNone.isEmpty, new SecretSet(none).isEmpty]).toEqual([true, false, true]);
    expect([run.isEmpty, new SecretSet(run).isEmpty]).toEqual([false, false]);
    none.add('added-later');
    expect([none.isEmpty, none.redact('added-later')]).toEqual([false, REDACTED]);
  });

  it('longer than a page is found too', () => {
    const value = 'x1'.repeat(4000);
    expect(setOf(value).redact(`<${value}> <${encodeURIComponent(value)}>`)).toBe(
      `<${REDACTED}> <${REDACTED}>`,
    );
    expect(setOf(value, 'x1x1').redact(`<${value}1>`)).toBe(`<${REDACTED}1>`);
  });
});

describe('several secrets', () => {
  it('that contain each other are replaced by the longest', () => {
    const secrets = setOf('pass', 'password', 'word', 'my-password-2');
    expect(secrets.redact('my-password-2 password pass')).toBe(`${REDACTED} ${REDACTED} ${REDACTED}`);
    expect(secrets.redact('passw')).toBe(`${REDACTED}w`);
  });

  it('that overlap leave nothing of each other', () => {
    expect(setOf('abcdef', 'defghi').redact('1abcdefghi2')).toBe(`1${REDACTED}2`);
    expect(setOf('abcdef', 'defghi', 'cdefg').redact('1abcdefghi2')).toBe(`1${REDACTED}2`);
    expect(setOf('abab').redact('xabababx')).toBe(`x${REDACTED}x`);
  });

  it('side by side stay two', () => {
    expect(setOf('first-1', 'second2').redact('first-1second2')).toBe(REDACTED + REDACTED);
  });

  it('are found where a search one by one finds them', () => {
    const unit = fc.constantFrom('a', 'b', 'c');
    const values = fc.array(fc.string({ unit, minLength: 4, maxLength: 9 }), { maxLength: 12 });
    fc.assert(
      fc.property(values, fc.string({ unit, maxLength: 200 }), (secrets, text) => {
        expect(setOf(...secrets).redact(text)).toBe(redactedOneByOne(secrets, text));
      }),
      { numRuns: 500 },
    );
  });
});

/** Marks every unit that belongs to an occurrence; touching occurrences that share no unit stay apart. */
function redactedOneByOne(values: readonly string[], text: string): string {
  const places = values
    .flatMap((value) =>
      Array.from({ length: text.length }, (_, at) => [at, at + value.length, value] as const),
    )
    .filter(([at, , value]) => text.startsWith(value, at))
    .sort((a, b) => a[0] - b[0]);
  let result = '';
  let end = 0;
  let open = 0;
  for (const [from, to] of places) {
    if (from >= open) {
      result += text.slice(end, from) + REDACTED;
      end = to;
    }
    end = Math.max(end, to);
    open = end;
  }
  return result + text.slice(end);
}

describe('a text that was cut', () => {
  const secret = 'pa"ss word/ü-and-more';
  const forms = {
    plain: secret,
    json: JSON.stringify(secret).slice(1, -1),
    percent: encodeURIComponent(secret),
    form: encodeURIComponent(secret).replaceAll('%20', '+'),
    base64: Buffer.from(secret).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
  };

  it.each(Object.entries(forms))('hides the start of a secret at its end: %s', (_form, text) => {
    const secrets = setOf(secret, 'other-secret');
    for (let length = 4; length <= text.length; length += 1) {
      const shown = secrets.redactCut(`some text: ${text.slice(0, length)}`);
      // A cut escape may leave fewer than four characters, which reveal nothing.
      expect(shown.length - 'some text: '.length, text.slice(0, length)).toBeLessThanOrEqual(REDACTED.length);
      expect(shown.slice('some text: '.length).replace(REDACTED, '').length).toBeLessThan(6);
    }
  });

  it('shows what is no secret, and hides whole ones as ever', () => {
    const secrets = setOf(secret).with(['late-secret']);
    expect(secrets.redactCut('past the word')).toBe('past the word');
    expect(secrets.redactCut(`late-secret, then ${secret} and pas`)).toBe(
      `${REDACTED}, then ${REDACTED} and pas`,
    );
    expect(secrets.redactCut('then late-sec')).toBe(`then ${REDACTED}`);
    secrets.add('added-later');
    expect(secrets.redactCut('then added-l')).toBe(`then ${REDACTED}`);
  });
});
