import { describe, expect, it } from 'vitest';
import { isEventStream, MAX_EVENT_COUNT, sseEvents } from './event-stream.js';

describe('event streams', () => {
  it('splits events, joins data lines and keeps the last id', () => {
    const text =
      ': hello\nid: 1\nevent: add\ndata: a\ndata:b\n\ndata: c\r\n\r\nid\ndata\n\nevent: none\n\ndata: cut';
    expect(sseEvents(text)).toEqual([
      { id: '1', type: 'add', data: 'a\nb' },
      { id: '1', type: 'message', data: 'c' },
      { id: '', type: 'message', data: '' },
    ]);
  });

  it('takes any line end, drops a byte-order mark and leaves out an unfinished event', () => {
    expect(sseEvents('\ufeffdata: x\r\rdata: y\n')).toEqual([{ id: '', type: 'message', data: 'x' }]);
    expect(sseEvents('')).toEqual([]);
    expect(sseEvents('id: a\0b\ndata: x\n\n')).toEqual([{ id: '', type: 'message', data: 'x' }]);
    expect(sseEvents('data:  two blanks\nretry: 5\n\n')).toEqual([
      { id: '', type: 'message', data: ' two blanks' },
    ]);
  });

  it('knows the media type', () => {
    expect(isEventStream('text/event-stream; charset=utf-8')).toBe(true);
    expect(isEventStream('Text/Event-Stream')).toBe(true);
    expect(isEventStream('text/event-streams')).toBe(false);
    expect(isEventStream(undefined)).toBe(false);
  });
});

it('leaves out what is more than memory is for', () => {
  let isMore = false;
  const few = sseEvents('data\n\n'.repeat(MAX_EVENT_COUNT), () => (isMore = true));
  expect([few.length, isMore]).toEqual([MAX_EVENT_COUNT, false]);
  const many = sseEvents('data\n\n'.repeat(MAX_EVENT_COUNT + 1), () => (isMore = true));
  expect([many.length, isMore]).toEqual([MAX_EVENT_COUNT, true]);
});
