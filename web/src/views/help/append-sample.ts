/** The text of a request file with an example at its end, and the line where the example starts. */
export function appendSample(text: string, sample: string): { readonly text: string; readonly line: number } {
  const before = text.trimEnd();
  // Without a separator, the example would become a part of the last request.
  const added = before === '' || /^###/m.test(sample) ? sample : `###\n${sample}`;
  if (before === '') return { text: `${added}\n`, line: 1 };
  const lineBreak = before.includes('\r\n') ? '\r\n' : '\n';
  const start = `${before}${lineBreak}${lineBreak}`;
  return {
    text: `${start}${added.split('\n').join(lineBreak)}${lineBreak}`,
    line: start.split('\n').length,
  };
}
