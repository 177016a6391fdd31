import { describe, expect, it } from 'vitest';
import { FrameWatch, MAX_MESSAGE_BYTES } from './frame-watch.js';

const decoder = new TextDecoder();

function passed(watch: FrameWatch, text: string, size = text.length): string {
  let result = '';
  for (let at = 0; at < text.length; at += size)
    for (const part of watch.push(new TextEncoder().encode(text.slice(at, at + size))))
      result += decoder.decode(part);
  return result;
}

describe('frames', () => {
  it.each([1, 2, 7, 1000])('pass in pieces of %d bytes', (size) => {
    const watch = new FrameWatch();
    const text =
      'Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\n[1]content-Length: 0\n\n';
    expect(passed(watch, text, size)).toBe(
      'Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]Content-Length: 0\r\n\r\n',
    );
    expect(watch.problem).toBeUndefined();
  });

  it.each([
    ['\r\n', 'a header has no Content-Length'],
    ['A: b\r\n\r\n', 'a header has no Content-Length'],
    ['{"jsonrpc": "2.0"}\n', 'a header is not readable'],
    ['Content-Length: x\r\n', 'a header has no Content-Length that is a number'],
    ['Content-Length: -1\r\n', 'a header has no Content-Length that is a number'],
    ['Content-Length: 1\r\nContent-Length: 2\r\n', 'a header has two lengths'],
    [`Content-Length: ${MAX_MESSAGE_BYTES + 1}\r\n`, 'a message is larger than 64 MiB'],
    ['A'.repeat(9000), 'a header is longer than 8 KiB'],
  ])('end with %j', (text, problem) => {
    const watch = new FrameWatch();
    expect(passed(watch, `Content-Length: 2\r\n\r\n{}${text}`)).toBe('Content-Length: 2\r\n\r\n{}');
    expect(watch.problem).toBe(problem);
    expect(watch.push(new TextEncoder().encode('Content-Length: 2\r\n\r\n{}'))).toEqual([]);
    expect(watch.finish()).toEqual([]);
  });

  it('are completed at the end of input', () => {
    const watch = new FrameWatch();
    passed(watch, 'Content-Length: 5\r\n\r\n{"a');
    const [rest, marker] = watch.finish().map((part) => decoder.decode(part));
    expect(rest).toBe('  ');
    expect(marker).toMatch(/^Content-Length: 45\r\n\r\n\{.{43}\}$/);
  });
});
