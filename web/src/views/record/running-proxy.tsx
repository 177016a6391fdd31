import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatCommandLine, plainWord, quotedWord } from '../../../../src/convert/to-curl/shell-quote.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { RecordingStatus } from '../../../../src/server/api-types.js';
import { Address } from '../../components/address.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { EmptyState } from '../../components/marks.js';
import { Split } from '../../components/split.js';
import { TabList } from '../../components/tab-list.js';
import { NO_CHOICE } from '../../state/traffic/choose-range.js';
import {
  endRecording,
  forgetRecordings,
  recordingBusy,
  removeEntries,
  showEntry,
} from '../../state/recording.js';
import { recordingChoice, setRecordingChoice } from '../../state/traffic/recording-choice.js';
import { replaceAddress, route } from '../../state/route.js';
import { FirstRequest } from '../traffic/first-request.js';
import { EntryDetail } from './entry-detail.js';
import { EntryList } from './entry-list.js';
import { ExportPanel } from './export-panel.js';
import { StopDialog } from './stop-dialog.js';

const PARTS = [
  { key: 'entry', label: 'Exchange' },
  { key: 'export', label: 'Save and export' },
] as const;

export function RunningProxy({ status }: { readonly status: RecordingStatus }): JSX.Element {
  const shown = route.value.view === 'record' ? route.value.exchange : 0;
  useEffect(() => void showEntry(shown), [shown]);
  // The ids of another proxy begin again.
  useEffect(() => () => setRecordingChoice(NO_CHOICE), [status.startedAt]);
  return (
    <section class="pane tool-pane" aria-label="Recording">
      <ProxyBar status={status} />
      {status.count === 0 ? (
        <NothingRecorded status={status} />
      ) : (
        <Recordings status={status} shown={shown} />
      )}
    </section>
  );
}

interface RecordingsProps {
  readonly status: RecordingStatus;
  /** The id of the shown recording; 0 for none. */
  readonly shown: number;
}

function Recordings({ status, shown }: RecordingsProps): JSX.Element {
  const part = useSignal<'entry' | 'export'>('entry');
  const isRemoving = useSignal(false);
  /** One recording is removed at once; more are asked for. */
  const askRemove = (): void => {
    if (recordingChoice.peek().chosen.size > 1) isRemoving.value = true;
    else removeChosen(shown);
  };
  return (
    <>
      <Split
        direction="row"
        name="recordings"
        initial={46}
        first={
          <EntryList
            shown={shown}
            chosen={() => (part.value = 'entry')}
            save={() => (part.value = 'export')}
            askRemove={askRemove}
          />
        }
        second={
          <div class="pane">
            <TabList label="Part" tabs={PARTS} shown={part.value} show={(key) => (part.value = key)} />
            <div class="tab-body" role="tabpanel" aria-label={part.value === 'entry' ? 'Exchange' : 'Export'}>
              {part.value === 'entry' ? <EntryDetail /> : <ExportPanel status={status} />}
            </div>
          </div>
        }
      />
      {isRemoving.value && (
        <ConfirmDialog
          title="Delete recordings?"
          text={`${formatCount(recordingChoice.value.chosen.size, 'recording')} will be lost.`}
          action="Delete"
          confirm={() => removeChosen(shown)}
          close={() => (isRemoving.value = false)}
        />
      )}
    </>
  );
}

/** Removes the chosen recordings, or the shown one if none is chosen. */
function removeChosen(shown: number): void {
  const { chosen } = recordingChoice.peek();
  const ids = chosen.size > 0 ? [...chosen] : shown === 0 ? [] : [shown];
  if (ids.includes(shown)) replaceAddress('/record');
  void removeEntries(ids);
}

function NothingRecorded({ status }: { readonly status: RecordingStatus }): JSX.Element {
  const address = `http://${window.location.hostname}:${status.port}/`;
  return (
    <EmptyState icon="record" title="Nothing recorded yet">
      <p>
        Send requests to the address above instead of <code class="wrap">{status.targetUrl}</code>. They are
        forwarded, and each exchange appears here.
      </p>
      <FirstRequest command={formatCommandLine([plainWord('curl'), quotedWord(address)])} />
    </EmptyState>
  );
}

function ProxyBar({ status }: { readonly status: RecordingStatus }): JSX.Element {
  const asked = useSignal<'nothing' | 'stop' | 'clear'>('nothing');
  const isStopping = recordingBusy.value === 'stopping';
  const { count, failed, dropped, port, targetUrl } = status;
  const close = (): void => {
    asked.value = 'nothing';
  };
  return (
    <div class="toolbar">
      <h1 class="toolbar-title">Recording</h1>
      <span class="live">{isStopping ? 'stopping' : 'running'}</span>
      <Address port={port} />
      <span class="hint ellipsis toolbar-target" title={targetUrl}>
        to {targetUrl}
      </span>
      <span class="counts" role="status">
        <span>{count} recorded</span>
        {failed > 0 && <span class="count-failed">{failed} without a response</span>}
        {dropped > 0 && <span class="count-warned">{dropped} not recorded</span>}
      </span>
      <span class="spacer" />
      <button
        type="button"
        class="button"
        disabled={count === 0 || isStopping}
        onClick={() => (asked.value = 'clear')}
      >
        Clear
      </button>
      <button
        type="button"
        class="button"
        disabled={isStopping}
        onClick={() => (count === 0 ? void endRecording() : (asked.value = 'stop'))}
      >
        <Icon name="stop" /> {isStopping ? 'Stopping…' : 'Stop'}
      </button>
      {asked.value === 'stop' && <StopDialog count={count} close={close} />}
      {asked.value === 'clear' && (
        <ConfirmDialog
          title="Clear the recording?"
          text={`${formatCount(count, 'recorded exchange')} will be lost. Save them as a request file first if you need them.`}
          action="Clear"
          confirm={() => {
            replaceAddress('/record');
            void forgetRecordings();
          }}
          close={close}
        />
      )}
    </div>
  );
}
