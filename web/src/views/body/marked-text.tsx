import type { ComponentChildren, JSX } from 'preact';
import type { Mark } from '../../body/rows.js';

interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** A text in which the matches are highlighted. */
export function MarkedText({ text, marks }: MarkedTextProps): JSX.Element {
  if (marks.length === 0) return <>{text}</>;
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [start, end, isCurrent] of marks) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(
      <mark key={start} class={isCurrent ? 'found is-current' : 'found'}>
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}
