import { describe, expect, it } from 'vitest';
import { createSentCommand, type SentMessage } from './sent-command.js';

const plain: SentMessage = {
  method: 'GET',
  url: 'http://127.0.0.1:8080/parcels?q=1',
  headers: [
    { name: 'Host', value: '127.0.0.1:8080' },
    { name: 'User-Agent', value: 'svc/1' },
    { name: 'Accept', value: '*/*' },
    { name: 'Connection', value: 'keep-alive' },
  ],
  body: undefined,
  isInsecure: false,
};

describe('the command of a request that was sent', () => {
  it('leaves out what curl computes itself', () => {
    expect(createSentCommand(plain)).toBe(
      "curl -X GET 'http://127.0.0.1:8080/parcels?q=1' -H 'User-Agent: svc/1' -H 'Accept: */*'",
    );
  });

  it('keeps a host that is not the one of the URL, and removes headers that curl would add', () => {
    const headers = [{ name: 'Host', value: 'example.org' }];
    expect(createSentCommand({ ...plain, headers })).toBe(
      "curl -X GET 'http://127.0.0.1:8080/parcels?q=1' -H 'Host: example.org' -H 'User-Agent:' -H 'Accept:'",
    );
  });

  it('quotes the body, and keeps a body without a type without one', () => {
    const headers = [...plain.headers, { name: 'Content-Length', value: '9' }];
    expect(createSentCommand({ ...plain, method: 'POST', headers, body: "it's {1}" })).toBe(
      "curl -X POST 'http://127.0.0.1:8080/parcels?q=1' -H 'User-Agent: svc/1' -H 'Accept: */*' " +
        "-H 'Content-Type:' --data-raw 'it'\\''s {1}'",
    );
  });

  it('has the flags that keep curl from changing the request', () => {
    const url = 'https://127.0.0.1/a/../b[1]';
    const headers = [...plain.headers, { name: 'Accept-Encoding', value: 'gzip' }];
    expect(createSentCommand({ ...plain, method: 'HEAD', url, headers, isInsecure: true })).toMatch(
      /^curl -I --insecure --compressed --globoff --path-as-is 'https:\/\/127\.0\.0\.1\/a\/\.\.\/b\[1\]' /,
    );
  });

  it('lets the shell decode bytes', () => {
    const message = { ...plain, method: 'PUT', body: '/wAB', isBase64: true };
    expect(createSentCommand(message)).toMatch(
      /^printf %s '\/wAB' \| base64 -d \| curl -X PUT .* -H 'Content-Type:' --data-binary @-$/,
    );
  });
});
