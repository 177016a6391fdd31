import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { deferred } from '../../components/deferred.js';
import { Icon } from '../../components/icon.js';
import { loadPart, partProblem } from '../../state/connection/lazy-parts.js';

const RunDialog = deferred(
  loadPart(async () => (await import('./run-dialog.js')).RunDialog),
  partProblem,
);

interface RunChoiceButtonProps {
  /** Empty for the whole workspace. */
  readonly file: string;
  readonly isDisabled: boolean;
}

/** Opens the choice of what to run, and how. */
export function RunChoiceButton({ file, isDisabled }: RunChoiceButtonProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        title="Choose what to run"
        aria-label="Choose what to run"
        aria-haspopup="dialog"
        disabled={isDisabled}
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="filter" />
      </button>
      {isOpen.value && <RunDialog file={file} close={() => (isOpen.value = false)} />}
    </>
  );
}
