import type { JSX } from 'preact';
import { Icon } from '../../components/icon.js';
import { isRunningAll, runAll, stopAll } from '../../state/runs/executions.js';
import { files } from '../../state/workspace.js';

interface RunAllButtonProps {
  readonly label: string;
  readonly isLarge?: boolean;
}

/** Runs every file, or stops that run. */
export function RunAllButton({ label, isLarge = false }: RunAllButtonProps): JSX.Element {
  const paths = files.value.map(({ path }) => path);
  const size = isLarge ? 'large' : '';
  return isRunningAll.value ? (
    <button type="button" class={`button ${size}`} onClick={stopAll}>
      <Icon name="stop" /> Stop
    </button>
  ) : (
    <button
      type="button"
      class={`button primary ${size}`}
      disabled={paths.length === 0}
      onClick={() => void runAll(paths)}
    >
      <Icon name="play" /> {label}
    </button>
  );
}
