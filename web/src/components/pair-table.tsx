import type { ComponentChildren, JSX } from 'preact';

interface PairTableProps {
  /** The headings of the two columns. */
  readonly heads: readonly [string, string];
  readonly pairs: readonly (readonly [name: string, value: ComponentChildren])[];
}

export function PairTable({ heads, pairs }: PairTableProps): JSX.Element {
  return (
    <table class="table">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map(([name, value], index) => (
          // A header may stand there twice.
          <tr key={index}>
            <th scope="row" class="mono">
              {name}
            </th>
            <td class="mono wrap">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
