import type { JSX } from 'preact';

const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'go to a file or command'],
  ['Ctrl Enter', 'run the request at the cursor'],
  ['Ctrl Shift Enter', 'run the file'],
  ['Ctrl S', 'save'],
  ['Shift Alt F', 'format'],
  ['Ctrl Space', 'complete'],
  ['Ctrl F', 'search in the file'],
  ['F8', 'next finding'],
  ['F2, Delete', 'rename, delete in the tree'],
  ['Alt 1 … 9', 'change the view'],
];

export function Shortcuts(): JSX.Element {
  return (
    <section class="shortcuts">
      <h2>Keys</h2>
      <dl>
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
