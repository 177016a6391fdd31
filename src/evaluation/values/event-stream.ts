/** Server-sent events in a body (WHATWG HTML, section "Interpreting an event stream"). */

export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

export function isEventStream(contentType: string | undefined): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(contentType ?? '');
}

/** More are left out: each takes far more memory than the six bytes that make one. */
export const MAX_EVENT_COUNT = 100_000;

const LINE_END = /\r\n|\n|\r/g;

/** Complete events only: what a cut stream left unfinished is no event. `onMore` hears that some are left out. */
export function sseEvents(text: string, onMore?: () => void): StreamEvent[] {
  const events: StreamEvent[] = [];
  let id = '';
  let type = '';
  let data: string[] = [];
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  // What follows the last line end is no complete line.
  for (const { index, 0: end } of text.matchAll(LINE_END)) {
    const line = text.slice(start, index);
    start = index + end.length;
    if (line === '') {
      if (data.length > 0 && events.length === MAX_EVENT_COUNT) {
        onMore?.();
        break;
      }
      if (data.length > 0) events.push({ id, type: type || 'message', data: data.join('\n') });
      type = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }
  return events;
}
