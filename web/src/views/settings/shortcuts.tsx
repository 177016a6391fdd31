import type { JSX } from 'preact';

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}

const GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'go to a file, a request or a command'],
      ['Alt 1 … 9', 'change the view'],
      ['?', 'language reference and keys; F1 also while typing'],
      ['F6, Shift F6', 'move between files, editor, results and response'],
      ['Escape', 'close what is open'],
    ],
  },
  {
    title: 'Workspace',
    keys: [
      ['Ctrl B', 'show or hide the files'],
      ['Ctrl J', 'show or hide the results'],
      ['Enter', 'open the file or go to the request in the tree'],
      ['← →', 'fold and unfold in the tree'],
      ['Ctrl Enter', 'run the request at the cursor, in the tree too'],
      ['Ctrl C', 'copy the name of the request in the tree'],
      ['F2, Delete', 'rename, delete the file in the tree'],
      ['← → ↑ ↓', 'move the border between two parts that has the focus; Enter hides one'],
    ],
  },
  {
    title: 'Editor',
    keys: [
      ['Ctrl Enter', 'run the request at the cursor'],
      ['Ctrl Shift Enter', 'run the file'],
      ['Ctrl S', 'save'],
      ['Shift Alt F', 'format'],
      ['Ctrl Space', 'complete'],
      ['Tab', 'accept the completion; Escape, then Tab leaves the editor'],
      ['Ctrl I', 'explain the word at the cursor'],
      ['F12, Ctrl click', 'go to the definition in the file'],
      ['F2', 'rename in the file'],
      ['Ctrl F', 'search in the file'],
      ['F8, Shift F8', 'next, previous finding'],
      ['Ctrl Shift M', 'show or hide the findings'],
    ],
  },
  {
    title: 'Response',
    keys: [
      ['Ctrl F', 'find; Enter and Shift Enter go to the next and the previous match'],
      ['← → ↑ ↓', 'move in the JSON, fold and unfold'],
      ['M', 'menu of the value'],
      ['P, V', 'copy its path, its value'],
      ['A, C', 'add an assertion, a capture'],
      ['Ctrl S', 'save the file of the request'],
    ],
  },
];

/** All keys by where they work; on a Mac, the command key is used for Ctrl. */
export function Shortcuts(): JSX.Element {
  return (
    <section class="shortcuts">
      <h2>Keys</h2>
      {GROUPS.map(({ title, keys }) => (
        <div key={title} class="shortcuts-group">
          <h3>{title}</h3>
          <dl>
            {keys.map(([pressed, meaning]) => (
              <div key={pressed}>
                <dt>
                  {pressed.split(' ').map((key, index) => (
                    <kbd key={index}>{key}</kbd>
                  ))}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
