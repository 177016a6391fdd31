import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { CopyButton } from '../../components/copy-button.js';
import { MethodMark, Problem, sizeText, StatusCode, durationText } from '../../components/marks.js';
import { PairTable } from '../../components/pair-table.js';
import { TabList } from '../../components/tab-list.js';
import { AssertionTable } from './assertion-table.js';
import { CurlButton } from './curl-button.js';
import { HeaderTable } from './header-table.js';
import { ResponseView } from './response-view.js';
import { RequestSent } from './request-sent.js';
import { valueText } from './value-text.js';

type Tab = 'assertions' | 'response' | 'headers' | 'request' | 'captures';

export function RequestDetail({ result }: { readonly result: RequestResult }): JSX.Element {
  const { assertions, response, captures, error, warnings } = result;
  const tab = useSignal<Tab>(firstTab(result));
  const failed = assertions.filter(({ passed }) => !passed).length;
  const tabs: { key: Tab; label: string }[] = [
    {
      key: 'assertions',
      label: failed > 0 ? `Assertions ${failed}/${assertions.length}` : `Assertions ${assertions.length}`,
    },
    { key: 'response', label: 'Response' },
    { key: 'headers', label: `Headers ${Object.keys(response.headers).length}` },
    { key: 'request', label: 'Request' },
    { key: 'captures', label: `Captures ${Object.keys(captures).length}` },
  ];
  return (
    <div class="detail">
      <div class="detail-line">
        <MethodMark method={result.request.method} />
        <span class="detail-url" title={result.request.url}>
          {result.request.url}
        </span>
        <CopyButton text={() => result.request.url} label="Copy address" />
        {result.file !== '' && <CurlButton file={result.file} requestName={result.name} />}
        <StatusCode code={response.statusCode} />
        <span class="hint">{durationText(response.duration)}</span>
        <span class="hint">{sizeText(response.size)}</span>
      </div>
      {result.description !== '' && <p class="detail-text">{result.description}</p>}
      {error !== '' && <Problem>{error}</Problem>}
      {warnings.map((warning) => (
        <p key={warning} class="detail-text count-warned">
          {warning}
        </p>
      ))}
      <TabList label="Parts of the result" tabs={tabs} shown={tab.value} show={(key) => (tab.value = key)} />
      <div class="detail-body" role="tabpanel">
        {tab.value === 'assertions' && (
          <AssertionTable assertions={assertions} skipReason={result.skipReason} />
        )}
        {tab.value === 'response' && <ResponseView response={response} request={result} />}
        {tab.value === 'headers' && (
          <HeaderTable headers={response.headers} request={result} statusCode={response.statusCode} />
        )}
        {tab.value === 'request' && <RequestSent request={result.request} attempts={result.attempts} />}
        {tab.value === 'captures' && <Captures captures={captures} />}
      </div>
    </div>
  );
}

/** The tab that the user most likely needs. */
function firstTab({ assertions, passed, response }: RequestResult): Tab {
  if (!passed && assertions.some((assertion) => !assertion.passed)) return 'assertions';
  return response.statusCode === 0 ? 'assertions' : 'response';
}

function Captures({ captures }: { readonly captures: RequestResult['captures'] }): JSX.Element {
  const entries = Object.entries(captures);
  if (entries.length === 0) {
    return (
      <p class="hint padded">
        Nothing was captured. A block <code>{'>>>capture'}</code> with <code>token from body.token</code>{' '}
        keeps a value for later requests.
      </p>
    );
  }
  return (
    <PairTable
      heads={['Name', 'Value']}
      pairs={entries.map(([name, value]) => [name, valueText(value)] as const)}
    />
  );
}
