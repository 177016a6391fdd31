import type { JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.js';
import { deferred } from '../../components/deferred.js';
import { durationText, MethodMark, Problem, sizeText, StatusCode } from '../../components/marks.js';
import { PairTable } from '../../components/pair-table.js';
import { TabList } from '../../components/tab-list.js';
import { route, showTab } from '../../state/route.js';
import { secretsShown } from '../../state/runs/secrets.js';
import { AssertionTable } from './assertion-table.js';
import { CurlButton, FileCurlButton } from './curl-button.js';
import { DOTS, hasSecretHeader, maskHeaders } from './exchange/masked-text.js';
import { SecretsToggle, SecretText } from './exchange/secret-text.js';
import { ownHop } from './exchange/sent-message.js';
import { HeaderTable } from './header-table.js';
import { RequestSent } from './request-sent.js';
import { ResponseView } from './response-view.js';
import {
  assertionsLabel,
  chosenTab,
  errorAdvice,
  isFromHistory,
  verdictReason,
  type ShownResult,
  type Tab,
} from './result-text.js';
import { valueText } from './value-text.js';
import './result-detail.css';

const TimingView = deferred(async () => (await import('./exchange/timing-view.js')).TimingView);
const CookieTable = deferred(async () => (await import('./exchange/cookie-table.js')).CookieTable);
const CompareView = deferred(async () => (await import('./compare/compare-view.js')).CompareView);

export function RequestDetail({ result }: { readonly result: ShownResult }): JSX.Element {
  const { error, errorKind, warnings } = result;
  const tab = chosenTab(route.value.view === 'workspace' ? route.value.tab : '', result);
  const reason = verdictReason(result);
  return (
    <div class="detail">
      <DetailHead result={result} />
      {result.description !== '' && <p class="detail-text">{result.description}</p>}
      {error !== '' && (
        <Problem>
          {error} <span class="advice">{errorAdvice(errorKind)}</span>
        </Problem>
      )}
      {reason !== '' && !result.passed && !result.skipped && <Problem>{reason}</Problem>}
      {warnings.map((warning) => (
        <p key={warning} class="detail-text count-warned">
          {warning}
        </p>
      ))}
      <TabList label="Parts of the result" tabs={tabsOf(result)} shown={tab} show={showTab} />
      <div class="detail-body" role="tabpanel">
        <Part tab={tab} result={result} />
      </div>
    </div>
  );
}

function DetailHead({ result }: { readonly result: ShownResult }): JSX.Element {
  const { request, response, exchange, file } = result;
  const hops = exchange?.hops ?? [];
  const hop = hops[ownHop(hops)];
  return (
    <div class="detail-line">
      <span class="detail-address">
        <MethodMark method={request.method} />
        <span class="detail-url" title={hop?.maskedUrl ?? request.url}>
          <SecretText value={request.url} masked={hop?.maskedUrl} label="the address" />
        </span>
        <CopyButton
          text={() => (secretsShown.value ? request.url : (hop?.maskedUrl ?? request.url))}
          label="Copy address"
        />
      </span>
      <span class="detail-facts">
        <StatusCode code={response.statusCode} />
        <span class="hint nowrap">{durationText(result.duration)}</span>
        {response.statusCode !== 0 && <span class="hint nowrap">{sizeText(response.size)}</span>}
        {hop !== undefined && <CurlButton result={result} hop={hop} />}
        {file !== '' && <FileCurlButton result={result} />}
      </span>
    </div>
  );
}

function tabsOf(result: ShownResult): { key: Tab; label: string }[] {
  const { response, captures, exchange } = result;
  const { sent = [], received = [] } = exchange?.cookies ?? {};
  return [
    { key: 'assertions', label: assertionsLabel(result) },
    { key: 'response', label: 'Response' },
    { key: 'headers', label: counted('Headers', Object.keys(response.headers).length) },
    { key: 'request', label: 'Request' },
    { key: 'timing', label: 'Timing' },
    { key: 'cookies', label: counted('Cookies', sent.length + received.length) },
    { key: 'captures', label: counted('Captures', Object.keys(captures).length) },
    { key: 'compare', label: 'Compare' },
  ];
}

function counted(label: string, count: number): string {
  return count === 0 ? label : `${label} ${count}`;
}

interface PartProps {
  readonly tab: Tab;
  readonly result: ShownResult;
}

function Part({ tab, result }: PartProps): JSX.Element {
  switch (tab) {
    case 'assertions':
      return <Assertions result={result} />;
    case 'response':
      return <ResponseView response={result.response} request={result} />;
    case 'headers':
      return isFromHistory(result) ? <NotKept what="headers" /> : <ResponseHeaders result={result} />;
    case 'request':
      return isFromHistory(result) ? (
        <NotKept what="headers and body of the request" />
      ) : (
        <RequestSent result={result} />
      );
    case 'timing':
      return <TimingView result={result} />;
    case 'cookies':
      return <CookieTable exchange={result.exchange} />;
    case 'captures':
      return <Captures result={result} />;
    case 'compare':
      return <CompareView result={result} />;
  }
}

/** Says what a result of the history does not have. */
function NotKept({ what }: { readonly what: string }): JSX.Element {
  return <p class="hint padded">The history does not keep {what}. Run the request again to see them.</p>;
}

function Assertions({ result }: { readonly result: ShownResult }): JSX.Element {
  const { assertions, unevaluated = [], skipReason, file, error } = result;
  if (assertions.length + unevaluated.length === 0 && error !== '') {
    return <p class="hint padded">No assertions, and nothing to check: the request was not completed.</p>;
  }
  return (
    <>
      {unevaluated.length > 0 && (
        <p class="hint padded">Nothing was evaluated, because the request was not completed.</p>
      )}
      <AssertionTable
        assertions={assertions}
        unevaluated={unevaluated}
        skipReason={skipReason}
        file={file}
        isStored={isFromHistory(result)}
      />
    </>
  );
}

function ResponseHeaders({ result }: { readonly result: ShownResult }): JSX.Element {
  const { headers, statusCode } = result.response;
  return (
    <>
      {hasSecretHeader(headers) && (
        <div class="wire-tools">
          <SecretsToggle />
        </div>
      )}
      <HeaderTable
        headers={secretsShown.value ? headers : maskHeaders(headers)}
        request={result}
        statusCode={statusCode}
      />
    </>
  );
}

function Captures({ result }: { readonly result: ShownResult }): JSX.Element {
  const { captures, secretCaptures = [] } = result;
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
      pairs={entries.map(([name, value]) => [
        name,
        <SecretText
          value={valueText(value)}
          masked={secretCaptures.includes(name) ? DOTS : undefined}
          label={`the capture ${name}`}
        />,
      ])}
    />
  );
}
