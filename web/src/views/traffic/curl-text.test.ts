import { expect, it } from 'vitest';
import { readShellLines } from '../../../../src/primitives/shell-words.js';
import { curlText } from './curl-text.js';
import type { ShownMessage } from './shown-message.js';

const message = (changes: Partial<ShownMessage> = {}): ShownMessage => ({
  headers: [],
  body: '',
  bodyEncoding: 'utf-8',
  ...changes,
});

const wordsOf = (command: string): readonly string[] => readShellLines(command)[0]?.words ?? [];

it('a plain request is a short command', () => {
  expect(wordsOf(curlText('GET', 'http://h/a?b=1', message()))).toEqual(['curl', 'http://h/a?b=1']);
  expect(wordsOf(curlText('HEAD', 'http://h/', message()))).toEqual(['curl', '--head', 'http://h/']);
  expect(wordsOf(curlText('DELETE', 'http://h/', message()))).toEqual(['curl', '-X', 'DELETE', 'http://h/']);
});

it('headers and body are what was sent', () => {
  const headers = [
    { name: 'Host', value: 'h' },
    { name: 'X-Quote', value: "it's" },
    { name: 'Content-Length', value: '3' },
  ];
  const words = wordsOf(curlText('POST', 'http://h/', message({ headers, body: "@a 'b'\n$c" })));
  expect(words).toEqual(['curl', 'http://h/', '-H', "X-Quote: it's", '--data-raw', "@a 'b'\n$c"]);
});

it('bytes are decoded by the shell', () => {
  const command = curlText('POST', 'http://h/', message({ body: '/wAB', bodyEncoding: 'base64' }));
  expect(command).toMatch(/^printf %s '?\/wAB'? \| base64 -d \| curl .* --data-binary @-$/s);
});
