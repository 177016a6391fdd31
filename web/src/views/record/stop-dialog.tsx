import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../../components/dialog.js';
import { endRecording, exportText } from '../../state/recording.js';
import { SaveBar } from '../workspace/save-bar.js';

interface StopDialogProps {
  readonly count: number;
  readonly close: () => void;
}

/** Recordings are gone once the proxy has stopped, so they can be saved first. */
export function StopDialog({ count, close }: StopDialogProps): JSX.Element {
  const text = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void exportText('http', true).then((found) => {
      if (!isGone) text.value = found;
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  const stop = (): void => {
    close();
    void endRecording();
  };
  return (
    <Dialog title="Stop recording?" close={close}>
      <div class="stop-dialog">
        <h2>Stop recording?</h2>
        <p>
          {count === 1 ? 'The recorded exchange is' : `The ${count} recorded exchanges are`} gone once the
          proxy has stopped.
        </p>
        <SaveBar content={text.value} source="recorded" action="Save, then stop" saved={stop} />
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Keep recording
          </button>
          <button type="button" class="button danger" onClick={stop}>
            Stop without saving
          </button>
        </div>
      </div>
    </Dialog>
  );
}
