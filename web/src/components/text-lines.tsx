import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { VirtualList } from './virtual-list.js';

/** A line as long as a book is cut, since the browser would lay out all of it. */
const LONGEST_LINE = 4000;
const ROW_HEIGHT = 20;

/** Text of any size, line by line. */
export function TextLines({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const lines = useMemo(() => cutLines(text), [text]);
  return (
    <VirtualList
      class="text-lines"
      count={lines.length}
      rowHeight={ROW_HEIGHT}
      attributes={{ 'aria-label': label }}
      row={(index) => (
        <div key={index} class="text-line">
          <span class="line-number">{index + 1}</span>
          {lines[index]}
        </div>
      )}
    />
  );
}

function cutLines(text: string): string[] {
  return text.split(/\r\n|\n|\r/).flatMap((line) => {
    if (line.length <= LONGEST_LINE) return [line];
    const count = Math.ceil(line.length / LONGEST_LINE);
    return Array.from({ length: count }, (_, at) => line.slice(at * LONGEST_LINE, (at + 1) * LONGEST_LINE));
  });
}
