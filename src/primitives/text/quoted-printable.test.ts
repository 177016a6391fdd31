import { describe, expect, it } from 'vitest';
import { fromQuotedPrintable, toQuotedPrintable } from './quoted-printable.js';

describe('toQuotedPrintable', () => {
  it.each([
    ['{"id": 1}\n', '{"id": 1}=0A'],
    ['a\r\nb\r\n', 'a=0D\nb=0D=0A'],
    ['### title\n  <<< here\n>>> there', '=23## title\n  =3C<< here\n=3E>> there'],
    ['a=b&c=d1 href="x"', 'a=b&c=3Dd1 href="x"'],
    ['x=', 'x=3D'],
    ['x=\ny', 'x=3D\ny'],
    ['x= \ny', 'x=3D \ny'],
    ['a\0b\x7f\x1b\tc', 'a=00b=7F=1B\tc'],
    ['\n \n', '=0A=20=0A'],
    ['  ', '=20=20'],
    ['blanks at the end  ', 'blanks at the end  '],
    ['Grüße\n\n', 'Grüße=0A=0A'],
    ['## two', '## two'],
    ['', ''],
  ])('writes %j as %j', (text, written) => {
    expect(toQuotedPrintable(text)).toBe(written);
    expect(Buffer.from(fromQuotedPrintable(written)).toString()).toBe(text);
  });

  it('writes every text so that it reads back', () => {
    const characters = ['=', '=', '\n', '\r', ' ', '\t', '#', '<', '>', '0', 'A', 'g', 'é', '🙂', '\0'];
    let state = 7;
    for (let round = 0; round < 5000; round += 1) {
      let text = '';
      for (let count = state % 9; count >= 0; count -= 1) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        text += characters[state % characters.length];
      }
      const written = toQuotedPrintable(text);
      expect(Buffer.from(fromQuotedPrintable(written)).toString()).toBe(text);
      expect(written).not.toMatch(/\n[ \t]*$|\r/);
      expect(written).not.toMatch(/^[ \t]*(?:###|<<<|>>>)/m);
    }
  });
});

describe('fromQuotedPrintable', () => {
  it.each([
    ['joins lines at soft line breaks', 'a=\nb=\r\nc= \nd=', 'abcd'],
    ['takes small letters and whole characters', '=c3=BC', 'ü'],
    ['leaves other equals signs alone', 'a=b =zz =\\', 'a=b =zz =\\'],
  ])('%s', (_, written, text) => {
    expect(Buffer.from(fromQuotedPrintable(written)).toString()).toBe(text);
  });

  it('gives bytes that are no text', () => {
    expect([...fromQuotedPrintable('=FF=00a')]).toEqual([0xff, 0, 0x61]);
  });
});
