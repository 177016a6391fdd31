import type { JSX } from 'preact';
import { EmptyState } from '../../components/marks.js';
import { Icon } from '../../components/icon.js';
import { exportText, removeEntries, shownEntry } from '../../state/recording.js';
import { replaceAddress } from '../../state/route.js';
import { CopyCurl } from '../traffic/copy-curl.js';
import { ExchangeParts } from '../traffic/exchange-parts.js';
import { MakeTest } from '../traffic/make-test.js';
import { ReplayPart } from './replay-part.js';

export function EntryDetail(): JSX.Element {
  const entry = shownEntry.value;
  if (entry === undefined) {
    return (
      <EmptyState icon="eye" title="Choose an exchange">
        <p>Its headers and bodies are shown here, with placeholders instead of secrets.</p>
      </EmptyState>
    );
  }
  const { id } = entry;
  return (
    <ExchangeParts
      key={id}
      exchange={entry}
      initial="response"
      last={{ key: 'replay', label: 'Replay', content: () => <ReplayPart entry={entry} /> }}
      actions={
        <>
          <CopyCurl exchange={entry} isMasked />
          <MakeTest text={() => exportText('http', false, [id])} />
          <button
            type="button"
            class="icon-button"
            title="Delete this recording"
            aria-label="Delete this recording"
            onClick={() => {
              replaceAddress('/record');
              void removeEntries([id]);
            }}
          >
            <Icon name="trash" />
          </button>
        </>
      }
    />
  );
}
