import type { JSX } from 'preact';

export interface Figure {
  readonly name: string;
  readonly value: string;
  readonly isBad?: boolean;
}

/** The key figures of a test. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): JSX.Element {
  return (
    <dl class="figures">
      {figures.map(({ name, value, isBad = false }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={isBad ? 'count-failed' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
