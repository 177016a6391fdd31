/** The headers of a response for repeating it: everything that is no secret stays as it was sent. */
import { textOfBytes } from '../../http/message/headers.js';
import type { RawHeaders } from '../recordings/learn-secrets.js';
import type { RecordedHeader } from '../recordings/recording.js';
import type { RecordedPart, RecordedText } from '../recordings/recorded-text.js';
import type { Sanitizer } from '../recordings/sanitizer.js';
import { placeholderOf } from '../recordings/secret-values.js';

export function exactHeaders(headers: RawHeaders, sanitizer: Sanitizer): readonly RecordedHeader[] {
  return sanitizer.responseHeaders(headers).map((header, index) => {
    const raw = headers[2 * index + 1] ?? '';
    if (header.name.toLowerCase() === 'set-cookie') return { ...header, value: exactCookie(raw, sanitizer) };
    const isWide = /[\x80-\xff]/.test(raw) && typeof header.value === 'string';
    return isWide ? { ...header, value: sanitizer.text(wireText(raw)) } : header;
  });
}

/** A client that keeps cookies needs their names and attributes. */
function exactCookie(raw: string, sanitizer: Sanitizer): RecordedText {
  const [, name = '', value = '', attributes = ''] = /^([^=;]*=)?([^;]*)(.*)$/s.exec(raw) ?? [];
  const rest = sanitizer.text(textOfBytes(attributes));
  const parts: RecordedPart[] = typeof rest === 'string' ? [rest] : [...rest];
  if (value.trim() === '') return [name, value, ...parts];
  return [name, { placeholder: placeholderOf('set-cookie') }, ...parts];
}

/** The text that a mock server sends as these bytes: it writes UTF-8 only where Latin-1 does not suffice. */
function wireText(raw: string): string {
  const text = textOfBytes(raw);
  return /[^\0-\xff]/.test(text) ? text : raw;
}
