import type { JSX } from 'preact';

/** A path that may wrap after its slashes, and inside a name only if the name alone is too long. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  const parts = path.split('/');
  return (
    <span class="path-text">
      {parts.map((part, index) => (
        <>
          {part}
          {index < parts.length - 1 && (
            <>
              /<wbr />
            </>
          )}
        </>
      ))}
    </span>
  );
}
