import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SOURCES } from '../../../test/support/runs/partial-sources.js';
import { prepareUrl } from '../../http/message/url-encoding.js';
import { parseText } from '../../request-file/parse-file.js';
import { createAuthWords } from './auth-words.js';
import { createCommandUrl, type CommandUrl } from './command-url.js';
import { PartialScope } from './partial-scope.js';

function commandUrl(text: string, operator: Readonly<Record<string, string>> = {}): CommandUrl {
  const { requests, variables } = parseText(text, 'x.http');
  const scope = new PartialScope({ ...NO_SOURCES, variables, operator });
  const [request] = requests;
  if (request === undefined) throw new Error('no request');
  return createCommandUrl(request, scope, createAuthWords(request.metadata.auth, scope).query);
}

describe('the URL of a command', () => {
  it.each([
    ['http://h/é?k=ü "<x>\\\\^`|#é', 'http://h/%C3%A9?k=%C3%BC%20%22%3Cx%3E%5C%5C%5E%60%7C'],
    ['http://h/é b\n? q = 1', 'http://h/%C3%A9%20b?q=1'],
    ['http://h/%7Bid%7D/%zz+', 'http://h/%7Bid%7D/%zz+'],
    ['http://bücher.example/ä', 'http://xn--bcher-kva.example/%C3%A4'],
    ['/é\nHost: h:1', 'http://h:1/%C3%A9'],
    ['{{base}}/é {x}/{{id}}?q={{q}}', '{{base}}/%C3%A9%20%7Bx%7D/{{id}}?q={{q}}'],
    ['http://{{sub}}.bücher.example/{{x}}', 'http://{{sub}}.xn--bcher-kva.example/{{x}}'],
    ['http://h:{{port}}/é\n? a b = {{c}} d', 'http://h:{{port}}/%C3%A9?a%20b={{c}}%20d'],
    ['/{{id}}\nHost: {{host}}', 'http://{{host}}/{{id}}'],
    ['http://h/\\{{x}}', 'http://h/%7B%7Bx%7D%7D'],
  ])('%j is the one that is sent', (written, url) => {
    expect(commandUrl(`GET ${written}`).text).toBe(url);
  });

  it('keeps a NUL character, which no command can hold, and encodes line breaks', () => {
    expect(commandUrl('GET {{u}}', { u: 'http://h/a\0 b' }).text).toBe('http://h/a\0 b');
    expect(commandUrl('GET {{u}}', { u: 'http://h/a\r\nb' }).text).toBe('http://h/a%0D%0Ab');
  });

  it.each([
    ['k, v', 'http://h?a&', 'http://h?a&&k=v'],
    ['k, {{key}}', 'http://h/{{a}}', 'http://h/{{a}}?k={{key}}'],
  ])('has a key %j at its end', (key, written, url) => {
    expect(commandUrl(`# @auth apiKeyQuery ${key}\nGET ${written}`).text).toBe(url);
  });

  it.each([
    ['http://h/{id}', true],
    ['http://h/[1]', true],
    ['http://[::1]/', true],
    ['http://h/{{id}}', false],
    ['http://h/\n? a = [1]', false],
    ['http://h/#[1]', false],
  ])('%j: read as a pattern by curl: %s', (written, hasGlob) => {
    expect(commandUrl(`GET ${written}`).hasGlob).toBe(hasGlob);
  });

  it('is that of run for any text, and has placeholders without a value as written', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom(
        'é',
        ' ',
        '{',
        '}',
        '[',
        ']',
        '"',
        '\\',
        '^',
        '`',
        '|',
        '<',
        '%',
        '%2f',
        '?',
        '&',
        '/',
        '..',
      ),
    );
    const path = fc
      .array(piece, { maxLength: 12 })
      .map((pieces) => pieces.join('').replaceAll(/[#\r\n\0]|\{\{/g, '~'));
    const sent = (text: string): string => prepareUrl(`http://h/${text}`).slice('http://h/'.length);
    fc.assert(
      fc.property(path, path, (first, second) => {
        expect(commandUrl('GET {{u}}', { u: `http://h/${first}` }).text).toBe(`http://h/${sent(first)}`);
        const file = '@u = http://h/{{a}}{{x}}{{b}}\n\nGET {{u}}';
        expect(commandUrl(file, { a: first, b: second }).text).toBe(
          `http://h/${sent(first)}{{x}}${sent(second)}`,
        );
      }),
    );
  });
});
