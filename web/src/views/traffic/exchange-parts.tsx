import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.js';
import { durationText, MethodMark, StatusCode, timeText } from '../../components/marks.js';
import { TabList } from '../../components/tab-list.js';
import { HeaderList } from './header-list.js';
import { MessageBody } from './message-body.js';
import type { ShownMessage } from './shown-message.js';

export interface ShownExchange {
  readonly method: string;
  readonly url: string;
  readonly statusCode: number;
  readonly duration: number;
  readonly timestamp: string;
  readonly requestTruncated: boolean;
  readonly responseTruncated: boolean;
  readonly request: ShownMessage;
  readonly response: ShownMessage;
}

/** A part that only one of the views has. */
export interface ExtraPart {
  readonly key: string;
  readonly label: string;
  readonly content: () => ComponentChildren;
}

interface ExchangePartsProps {
  readonly exchange: ShownExchange;
  /** Before the parts of the messages. */
  readonly first?: ExtraPart;
  /** After them. */
  readonly last?: ExtraPart;
  readonly initial: string;
  readonly reveal?: (() => void) | undefined;
  /** Buttons below the address. */
  readonly actions: ComponentChildren;
}

/** A request and its response: bodies, headers, and what the view adds. */
export function ExchangeParts(props: ExchangePartsProps): JSX.Element {
  const { exchange, first, last, initial, reveal, actions } = props;
  const { request, response } = exchange;
  const tab = useSignal(initial);
  const tabs = [
    ...(first === undefined ? [] : [first]),
    { key: 'response', label: 'Response' },
    { key: 'response-headers', label: `Response headers ${response.headers.length}` },
    { key: 'request', label: 'Request' },
    { key: 'request-headers', label: `Request headers ${request.headers.length}` },
    ...(last === undefined ? [] : [last]),
  ];
  return (
    <div class="detail">
      <div class="detail-line">
        <MethodMark method={exchange.method} />
        <span class="detail-url" title={exchange.url}>
          {exchange.url}
        </span>
        <CopyButton text={() => exchange.url} label="Copy address of the request" />
        <StatusCode code={exchange.statusCode} />
        <span class="hint nowrap">{durationText(roundDuration(exchange.duration))}</span>
      </div>
      <div class="exchange-actions">
        <span class="hint nowrap">{timeText(exchange.timestamp)}</span>
        <span class="spacer" />
        {actions}
      </div>
      <TabList
        label="Parts of the exchange"
        tabs={tabs}
        shown={tab.value}
        show={(key) => (tab.value = key)}
      />
      <div class="detail-body" role="tabpanel" aria-label={tabs.find(({ key }) => key === tab.value)?.label}>
        {tab.value === 'response' && (
          <MessageBody
            message={response}
            isCut={exchange.responseTruncated}
            none="The response has no body."
          />
        )}
        {tab.value === 'response-headers' && <HeaderList message={response} reveal={reveal} />}
        {tab.value === 'request' && (
          <MessageBody message={request} isCut={exchange.requestTruncated} none="The request has no body." />
        )}
        {tab.value === 'request-headers' && <HeaderList message={request} reveal={reveal} />}
        {tab.value === first?.key && first.content()}
        {tab.value === last?.key && last.content()}
      </div>
    </div>
  );
}

function roundDuration(milliseconds: number): number {
  return milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds);
}
