import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replaceInvisible } from './invisible-characters.js';

const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const ENGLAND = `\u{1f3f4}${tags('gbeng')}\u{e007f}`;

describe('characters that nothing needs', () => {
  it.each([
    ['a zero-width space', 'ig\u200bnore', 'ignore', String.raw`ig\u200bnore`],
    ['a zero-width joiner between letters', 'ig\u200dnore', 'ignore', String.raw`ig\u200dnore`],
    ['a zero-width non-joiner between letters', 'Auf\u200clage', 'Auflage', String.raw`Auf\u200clage`],
    ['a word joiner', 'a\u2060b', 'ab', String.raw`a\u2060b`],
    ['a byte-order mark inside', 'a\ufeffb', 'ab', String.raw`a\ufeffb`],
    ['invisible operators', 'a\u2062b\u2064c', 'abc', String.raw`a\u2062b\u2064c`],
    ['marks of direction', 'a\u200eb\u200fc\u061cd', 'abcd', String.raw`a\u200eb\u200fc\u061cd`],
    ['isolates', '\u2067a\u2069', 'a', String.raw`\u2067a\u2069`],
    ['embeddings', '\u202ba\u202c', 'a', String.raw`\u202ba\u202c`],
    ['an override', '\u202eevil\u202c', String.raw`\u202eevil`, String.raw`\u202eevil\u202c`],
    ['tags', `a${tags('hi')}b`, 'ab', String.raw`a\u{e0068}\u{e0069}b`],
    ['tags behind a flag that is none', `\u{1f3f4}${tags('ob')}\u{e007f}.`, '\u{1f3f4}.', undefined],
    ['tags behind a flag', `${ENGLAND}${tags('x')}.`, `${ENGLAND}.`, undefined],
    ['more selectors than one', '\u2764\ufe0f\ufe01\ufe02', '\u2764\ufe0f', undefined],
    ['a selector of ideographs behind an emoji', '\u{1f600}\u{e0130}', '\u{1f600}', undefined],
    ['a selector at the start', '\ufe0fa', 'a', String.raw`\ufe0fa`],
    ['a joiner at the end of an emoji', '\u{1f600}\u200d.', '\u{1f600}.', undefined],
    ['several joiners', 'می\u200c\u200dخواهم', 'میخواهم', undefined],
    ['a Hangul filler', 'a\u3164b', 'ab', String.raw`a\u3164b`],
    ['a soft hyphen', 'Donau\u00addampf', 'Donaudampf', 'Donau\u00addampf'],
  ])('%s', (_, text, readers, exact) => {
    expect(replaceInvisible(text, 'nothing')).toBe(readers);
    if (exact !== undefined) expect(replaceInvisible(text, 'escapes')).toBe(exact);
  });

  it('become escapes in JSON that mean the same', () => {
    const text = JSON.stringify({ a: `x\u200b\u202e${tags('hi')}`, b: 'می\u200cخواهم' });
    const escaped = replaceInvisible(text, 'JSON escapes');
    expect(escaped).toContain(String.raw`x\u200b\u202e\udb40\udc68\udb40\udc69`);
    expect(JSON.parse(escaped)).toEqual(JSON.parse(text));
  });
});

describe('characters that writing needs', () => {
  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Persian behind a link', '\u200cها'],
    ['Hindi', 'क्\u200dष र्\u200cय'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Malayalam', 'ന്\u200d'],
    ['Mongolian', 'ᠠ\u180bᠡ\u180e'],
    ['old Korean', '\u115f\u1161\u1100\u1160'],
    ['a variant of an ideograph', '葛\u{e0100}'],
    ['a text with a grapheme joiner', 'a\u034f\u0301'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a profession with a skin colour', '👩🏽\u200d💻'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a pirate flag', '🏴\u200d☠\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of England', ENGLAND],
    [
      'the flags of Scotland and Wales',
      `\u{1f3f4}${tags('gbsct')}\u{e007f}\u{1f3f4}${tags('gbwls')}\u{e007f}`,
    ],
    ['plain text', 'Žofie – 東京, αβγ; ﷺ 한국어\n\t"x"'],
  ])('stay: %s', (_, text) => {
    expect(replaceInvisible(text, 'nothing')).toBe(text);
    expect(replaceInvisible(text, 'escapes')).toBe(text);
  });
});

it('no other character is ever lost, and none is left that hides a text', () => {
  const characters = fc.constantFrom(
    ...Array.from(`ab \n\u202d漢م🏴👩\u200b\u200c\u200d\ufe0f\u00ad\u0301${tags('gbeng')}\u{e007f}`),
  );
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 40 }), (parts) => {
      const shown = replaceInvisible(parts.join(''), 'nothing');
      const visible = (text: string): string => text.replaceAll(/\p{DI}/gu, '');
      expect(visible(shown.replaceAll(String.raw`\u202d`, ''))).toBe(visible(parts.join('')));
      expect(shown).not.toMatch(/[\u{e0001}-\u{e007e}]{6}|\u200b|[\u200c\u200d]{2}/u);
    }),
  );
});
