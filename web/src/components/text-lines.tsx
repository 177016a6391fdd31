import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { VirtualList } from './virtual-list.js';

/** Longer lines are split, because the browser lays out whole lines. */
const MAX_LINE_LENGTH = 4000;
const ROW_HEIGHT = 20;

/** Shows text of any size line by line. */
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
    if (line.length <= MAX_LINE_LENGTH) return [line];
    const count = Math.ceil(line.length / MAX_LINE_LENGTH);
    return Array.from({ length: count }, (_, at) =>
      line.slice(at * MAX_LINE_LENGTH, (at + 1) * MAX_LINE_LENGTH),
    );
  });
}
