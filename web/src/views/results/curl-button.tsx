import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { curlCommand, type CurlCommand } from '../../state/exports.js';
import { notify } from '../../state/notices.js';
import { secretsShown } from '../../state/runs/secrets.js';
import { sentCommand, type Hop } from './exchange/sent-message.js';

interface CurlButtonProps {
  readonly result: RequestResult;
  readonly hop: Hop;
}

/** Copies what was sent, without secrets unless they are shown. */
export function CurlButton({ result, hop }: CurlButtonProps): JSX.Element {
  const make = (): MadeCommand => {
    const { command, isMasked, warnings } = sentCommand(hop, result, secretsShown.value);
    const note = isMasked
      ? 'Copied as a curl command without its secrets; “Show secrets” adds them.'
      : COPIED;
    return { command, warnings, note };
  };
  return <CopyCommand label="Copy as curl" title="Copy what was sent as a curl command" make={make} />;
}

/** Copies the request as the file has it now. */
export function FileCurlButton({ result }: Pick<CurlButtonProps, 'result'>): JSX.Element {
  const make = async (): Promise<MadeCommand> => ({
    ...(await curlCommand(result.file, result.name)),
    note: COPIED,
  });
  return (
    <CopyCommand label="File as curl" title="Copy the request of the file as a curl command" make={make} />
  );
}

const COPIED = 'Copied as a curl command.';

interface CopyCommandProps {
  readonly label: string;
  readonly title: string;
  readonly make: () => MadeCommand | Promise<MadeCommand>;
}

type MadeCommand = CurlCommand & { readonly note: string };

/** Copies the command at once, or shows it if there are warnings or copying fails. */
function CopyCommand({ label, title, make }: CopyCommandProps): JSX.Element {
  const isBusy = useSignal(false);
  const shown = useSignal<CurlCommand | undefined>(undefined);
  const copy = async (): Promise<void> => {
    isBusy.value = true;
    try {
      const made = await make();
      const isCopied = await copied(made.command);
      if (isCopied && made.warnings.length === 0) notify('done', made.note);
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
        title={title}
        disabled={isBusy.value}
        onClick={() => void copy()}
      >
        {label}
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
