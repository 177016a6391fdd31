import type { JSX } from 'preact';

/** Longer names may be broken anywhere, because they would not fit into a column. */
const MAX_WHOLE_LENGTH = 30;

/** A path that wraps after its slashes only. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  const parts = path.split('/');
  return (
    <span class="path-text">
      {parts.map((part, index) => (
        <span key={index}>
          <span class={part.length <= MAX_WHOLE_LENGTH ? 'path-part' : ''}>
            {index < parts.length - 1 ? `${part}/` : part}
          </span>
          <wbr />
        </span>
      ))}
    </span>
  );
}
