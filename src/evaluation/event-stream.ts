/** Server-sent events in a body (WHATWG HTML, section "Interpreting an event stream"). */

export interface StreamEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

export function isEventStream(contentType: string | undefined): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(contentType ?? '');
}

/** Complete events only: what a cut stream left unfinished is no event. */
export function sseEvents(text: string): StreamEvent[] {
  const events: StreamEvent[] = [];
  let id = '';
  let type = '';
  let data: string[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  // What follows the last line end is no complete line.
  lines.pop();
  for (const line of lines) {
    if (line === '') {
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
