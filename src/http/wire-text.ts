/** Header bytes reach us as Latin-1 characters, while servers that go beyond ASCII nearly always mean UTF-8. */
export function wireText(value: string): string {
  // oxlint-disable-next-line no-control-regex -- the whole Latin-1 range is meant
  if (!/[\u0080-\u00ff]/.test(value) || /[^\u0000-\u00ff]/.test(value)) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
