import type { JSX } from 'preact';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly isFailing: boolean;
}

export function ProgressBar({ label, share, isFailing }: ProgressBarProps): JSX.Element {
  return (
    <div
      class={`progress ${isFailing ? 'failing' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}
