import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { WholeRecording } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { durationText, EmptyState, MethodMark, StatusCode, timeText } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { shownEntry } from '../../state/recording.js';
import { HeaderTable } from '../results/header-table.js';
import { BodyView } from '../results/response-view.js';

type Tab = 'response' | 'response-headers' | 'request' | 'request-headers';

export function EntryDetail(): JSX.Element {
  const entry = shownEntry.value;
  if (entry === undefined) {
    return (
      <EmptyState icon="eye" title="Choose an exchange">
        <p>Its headers and bodies are shown here, with placeholders instead of secrets.</p>
      </EmptyState>
    );
  }
  return <Exchange key={entry.id} entry={entry} />;
}

function Exchange({ entry }: { readonly entry: WholeRecording }): JSX.Element {
  const { request, response } = entry;
  const tab = useSignal<Tab>('response');
  const tabs: { key: Tab; label: string }[] = [
    { key: 'response', label: 'Response' },
    { key: 'response-headers', label: `Response headers ${response.headers.length}` },
    { key: 'request', label: 'Request' },
    { key: 'request-headers', label: `Request headers ${request.headers.length}` },
  ];
  return (
    <div class="detail">
      <div class="detail-line">
        <MethodMark method={entry.method} />
        <span class="detail-url" title={entry.url}>
          {entry.url}
        </span>
        <CopyButton text={() => entry.url} label="Copy address" />
        <StatusCode code={entry.statusCode} />
        <span class="hint nowrap">{durationText(entry.duration)}</span>
      </div>
      <p class="detail-text">{timeText(entry.timestamp)}</p>
      <TabList
        label="Parts of the exchange"
        tabs={tabs}
        shown={tab.value}
        show={(key) => (tab.value = key)}
      />
      <div class="detail-body" role="tabpanel">
        {tab.value === 'response' && (
          <Body message={response} isCut={entry.responseTruncated} none="The response has no body." />
        )}
        {tab.value === 'response-headers' && <HeaderTable headers={headerMap(response)} />}
        {tab.value === 'request' && (
          <Body message={request} isCut={entry.requestTruncated} none="The request has no body." />
        )}
        {tab.value === 'request-headers' && <HeaderTable headers={headerMap(request)} />}
      </div>
    </div>
  );
}

type Message = WholeRecording['request'];

interface BodyProps {
  readonly message: Message;
  readonly isCut: boolean;
  readonly none: string;
}

function Body({ message, isCut, none }: BodyProps): JSX.Element {
  const { body, bodyEncoding } = message;
  const isBinary = bodyEncoding === 'base64';
  return (
    <>
      {isCut && <p class="hint padded">Only the beginning of this body was recorded.</p>}
      <BodyView
        body={isBinary ? '' : body}
        base64={isBinary ? body : ''}
        contentType={headerMap(message)['content-type'] ?? ''}
        none={none}
      />
    </>
  );
}

/** Uses lower-case names, because recorded names are as they were sent; values of the same name are joined. */
function headerMap({ headers }: Message): Record<string, string> {
  const map: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    map[key] = map[key] === undefined ? value : `${map[key]}\n${value}`;
  }
  return map;
}
