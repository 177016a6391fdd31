import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { curlCommand, type CurlCommand } from '../../state/exports.js';
import { notify } from '../../state/notices.js';

interface CurlButtonProps {
  readonly file: string;
  readonly requestName: string;
}

/** Copies the command at once, or shows it if there are warnings or copying fails. */
export function CurlButton({ file, requestName }: CurlButtonProps): JSX.Element {
  const isBusy = useSignal(false);
  const shown = useSignal<CurlCommand | undefined>(undefined);
  const copy = async (): Promise<void> => {
    isBusy.value = true;
    try {
      const made = await curlCommand(file, requestName);
      const isCopied = await copied(made.command);
      if (isCopied && made.warnings.length === 0) notify('done', 'Copied as a curl command.');
      else shown.value = made;
    } catch (error) {
      notify('problem', error instanceof Error ? error.message : String(error));
    }
    isBusy.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="link nowrap"
        title="Copy as a curl command, as the file is now"
        disabled={isBusy.value}
        onClick={() => void copy()}
      >
        Copy as curl
      </button>
      {shown.value !== undefined && <CurlDialog made={shown.value} close={() => (shown.value = undefined)} />}
    </>
  );
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function CurlDialog({
  made,
  close,
}: {
  readonly made: CurlCommand;
  readonly close: () => void;
}): JSX.Element {
  return (
    <Dialog title="curl command" close={close}>
      <div class="curl-dialog">
        <div class="curl-dialog-head">
          <h2>curl command</h2>
          <CopyButton text={() => made.command} label="Copy the command" />
        </div>
        <pre class="sample wrap" tabIndex={0}>
          {made.command}
        </pre>
        {made.warnings.length > 0 && (
          <ul class="curl-dialog-notes">
            {made.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  );
}
