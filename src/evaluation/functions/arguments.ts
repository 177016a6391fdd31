/** One pair of quotes around an argument is removed, and inside it these escapes are decoded. */
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\\': '\\',
  n: '\n',
  r: '\r',
  t: '\t',
};

export function readArgument(written: string): string {
  const quote = written[0];
  if ((quote !== '"' && quote !== "'") || written.length < 2) return written;
  let text = '';
  for (let at = 1; at < written.length; at++) {
    const character = written[at] ?? '';
    if (character === quote) return at === written.length - 1 ? text : written;
    const decoded = character === '\\' ? ESCAPES[written[at + 1] ?? ''] : undefined;
    text += decoded ?? character;
    if (decoded !== undefined) at++;
  }
  return written;
}
