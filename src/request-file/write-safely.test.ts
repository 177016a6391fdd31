import { describe, expect, it } from 'vitest';
import { cutTemplate } from './text/template.js';
import { base64Placeholder, literalText, uniqueNames } from './write-safely.js';

describe('literalText', () => {
  it.each([
    ['{{name}}', '\\{{name}}'],
    ['{{{x}}}', '\\{{{x}}}'],
    ['{{{{', '\\{{\\{{'],
    ['\\{{x}}', '\\\\{{x}}'],
    ['{ x } }}', '{ x } }}'],
    ['', ''],
  ])('%s is written %s', (text, written) => {
    expect(literalText(text)).toBe(written);
  });

  it.each(['{{name}}', '{{{x}}}', '{{{{', '\\{{x}}', '{{', 'a {{b}} {{{{c}}}} \\\\{{d'])(
    '%s stands for itself once interpolated',
    (text) => {
      expect(cutTemplate(literalText(text))).toEqual([{ kind: 'text', text }]);
    },
  );
});

describe('base64Placeholder', () => {
  it('carries line breaks, blanks and characters beyond ASCII', () => {
    expect(base64Placeholder(' a\r\n→ ')).toBe('{{$base64Decode(IGENCuKGkiA=)}}');
  });

  it('gives its function one argument even for no text', () => {
    expect(base64Placeholder('')).toBe('{{$base64Decode("")}}');
  });
});

describe('uniqueNames', () => {
  it('numbers repeats from 2 and keeps the first', () => {
    expect(uniqueNames(['a', 'b', 'a', 'a', 'b'])).toEqual(['a', 'b', 'a_2', 'a_3', 'b_2']);
  });

  it('skips names that are taken, before or after', () => {
    expect(uniqueNames(['a', 'a', 'a_2', 'a'])).toEqual(['a', 'a_3', 'a_2', 'a_4']);
    expect(uniqueNames(['a_2', 'a', 'a', 'a_2'])).toEqual(['a_2', 'a', 'a_3', 'a_2_2']);
  });

  it('leaves requests without a name alone', () => {
    expect(uniqueNames(['', '', 'x'])).toEqual(['', '', 'x']);
  });

  it('stays fast when every name is the same', () => {
    const names = uniqueNames(Array.from({ length: 50_000 }, () => 'n'));
    expect(new Set(names).size).toBe(50_000);
    expect(names.at(-1)).toBe('n_50000');
  });
});
