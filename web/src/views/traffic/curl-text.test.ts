import { expect, it } from 'vitest';
import { curlText } from './curl-text.js';
import type { ShownMessage } from './shown-message.js';

const message = (changes: Partial<ShownMessage> = {}): ShownMessage => ({
  headers: [],
  body: '',
  bodyEncoding: 'utf-8',
  ...changes,
});

it('a plain request is a short command', () => {
  expect(curlText('GET', 'http://h/a?b=1', message())).toBe("curl 'http://h/a?b=1'");
  expect(curlText('HEAD', 'http://h/', message())).toBe("curl --head 'http://h/'");
  expect(curlText('DELETE', 'http://h/', message())).toBe("curl -X 'DELETE' 'http://h/'");
});

it('headers and body are what was sent', () => {
  const headers = [
    { name: 'Host', value: 'h' },
    { name: 'X-Quote', value: "it's" },
    { name: 'Content-Length', value: '3' },
  ];
  const command = curlText('POST', 'http://h/', message({ headers, body: "@a 'b'\n$c" }));
  expect(command).toBe(`curl 'http://h/' -H 'X-Quote: it'\\''s' --data-raw '@a '\\''b'\\''\n$c'`);
});

it('bytes are decoded by the shell', () => {
  const command = curlText('POST', 'http://h/', message({ body: '/wAB', bodyEncoding: 'base64' }));
  expect(command).toMatch(/^printf %s '?\/wAB'? \| base64 -d \| curl .* --data-binary @-$/s);
});
