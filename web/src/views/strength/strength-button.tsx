import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { deferred } from '../../components/deferred.js';
import { Icon } from '../../components/icon.js';
import { loadPart, partProblem } from '../../state/connection/lazy-parts.js';
import { scoreOf, scoreText } from '../../state/strength.js';

const StrengthDialog = deferred(
  loadPart(async () => (await import('./strength-dialog.js')).StrengthDialog),
  partProblem,
);

interface StrengthButtonProps {
  readonly file: string;
  readonly isDisabled: boolean;
}

/** Shows how much the tests of a file would notice, and what could be added to them. */
export function StrengthButton({ file, isDisabled }: StrengthButtonProps): JSX.Element {
  const isOpen = useSignal(false);
  const score = scoreOf(file);
  return (
    <>
      <button
        type="button"
        class="icon-button"
        title={
          score === undefined ? 'How much these tests would notice' : `These tests notice ${scoreText(score)}`
        }
        aria-label={score === undefined ? 'Strength' : `Strength: ${scoreText(score)}`}
        aria-haspopup="dialog"
        disabled={isDisabled}
        onClick={() => (isOpen.value = true)}
      >
        <Icon name="strength" />
      </button>
      {isOpen.value && <StrengthDialog file={file} close={() => (isOpen.value = false)} />}
    </>
  );
}
