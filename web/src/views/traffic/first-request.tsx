import type { JSX } from 'preact';
import { useSignal } from '@preact/signals';
import { Icon } from '../../components/icon.js';
import { notify } from '../../state/notices.js';

interface FirstRequestProps {
  readonly command: string;
}

/** A command that sends a first request, to be copied into a terminal. */
export function FirstRequest({ command }: FirstRequestProps): JSX.Element {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(command);
      isCopied.value = true;
    } catch {
      notify('problem', 'The browser did not allow copying; select the command and copy it.');
    }
  };
  return (
    <div class="first-request">
      <code class="wrap">{command}</code>
      <button type="button" class="button primary" onClick={() => void copy()}>
        <Icon name={isCopied.value ? 'check' : 'copy'} />{' '}
        {isCopied.value ? 'Copied; run it in a terminal' : 'Copy the command'}
      </button>
    </div>
  );
}
