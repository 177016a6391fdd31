/**
 * A text over several lines, without the indentation of the code around it. The lines between the backticks count; the
 * last one, which closes the literal, says how far they are indented. Values are inserted as they are.
 */
export function dedent(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  let parts = dedented.get(strings);
  if (parts === undefined) {
    parts = removeIndentation(strings);
    dedented.set(strings, parts);
  }
  return parts.reduce((before, part, index) => `${before}${String(values[index - 1])}${part}`);
}

/** Tests generate files with many thousand requests from one literal. */
const dedented = new WeakMap<TemplateStringsArray, readonly string[]>();
const INNER_SPACES = 2;

function removeIndentation(strings: TemplateStringsArray): readonly string[] {
  const indentation = /\n( *)$/.exec(strings.at(-1) ?? '')?.[1];
  if (indentation === undefined || !strings[0]?.startsWith('\n')) {
    throw new Error('the text begins and ends with a line of its own');
  }
  const lineStart = new RegExp(`\n {0,${indentation.length + INNER_SPACES}}`, 'g');
  const parts = strings.map((part) => part.replaceAll(lineStart, '\n'));
  return [parts[0]?.slice(1) ?? '', ...parts.slice(1)];
}
