import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RecordingStatus } from '../../../../src/server/api-types.js';
import { Address } from '../../components/address.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { Icon } from '../../components/icon.js';
import { EmptyState } from '../../components/marks.js';
import { Split } from '../../components/split.js';
import { TabList } from '../../components/tab-list.js';
import { endRecording, forgetRecordings, recordingBusy } from '../../state/recording.js';
import { EntryDetail } from './entry-detail.js';
import { EntryList } from './entry-list.js';
import { ExportPanel } from './export-panel.js';

const PARTS = [
  { key: 'entry', label: 'Exchange' },
  { key: 'export', label: 'Save and export' },
] as const;

export function RunningProxy({ status }: { readonly status: RecordingStatus }): JSX.Element {
  const part = useSignal<'entry' | 'export'>('entry');
  return (
    <section class="pane tool-pane" aria-label="Recording">
      <ProxyBar status={status} />
      {status.count === 0 ? (
        <EmptyState icon="record" title="Nothing recorded yet">
          <p>
            Send requests to the address above instead of <code class="wrap">{status.targetUrl}</code>. They
            are forwarded, and each exchange appears here.
          </p>
        </EmptyState>
      ) : (
        <Split
          direction="row"
          name="recordings"
          initial={46}
          first={<EntryList entries={status.recordings} chosen={() => (part.value = 'entry')} />}
          second={
            <div class="pane">
              <TabList label="Part" tabs={PARTS} shown={part.value} show={(key) => (part.value = key)} />
              <div class="tab-body" role="tabpanel">
                {part.value === 'entry' ? <EntryDetail /> : <ExportPanel status={status} />}
              </div>
            </div>
          }
        />
      )}
    </section>
  );
}

function ProxyBar({ status }: { readonly status: RecordingStatus }): JSX.Element {
  const asked = useSignal<'nothing' | 'stop' | 'clear'>('nothing');
  const isStopping = recordingBusy.value === 'stopping';
  const { count, failed, dropped, port, targetUrl } = status;
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
      {asked.value !== 'nothing' && (
        <ConfirmDialog
          title={asked.value === 'stop' ? 'Stop recording?' : 'Clear the recording?'}
          text={`The ${count} recorded exchanges will be lost. Save them as a request file first if you need them.`}
          action={asked.value === 'stop' ? 'Stop' : 'Clear'}
          confirm={() => void (asked.peek() === 'stop' ? endRecording() : forgetRecordings())}
          close={() => (asked.value = 'nothing')}
        />
      )}
    </div>
  );
}
