import type { JSX } from 'preact';
import type { WholeMockRequest } from '../../../../src/server/api-types.js';
import { EmptyState } from '../../components/marks.js';
import {
  areSecretsShown,
  requestText,
  showMockRequest,
  shownRequest,
} from '../../state/traffic/mock-requests.js';
import { CopyCurl } from '../traffic/copy-curl.js';
import { ExchangeParts, type ShownExchange } from '../traffic/exchange-parts.js';
import { MakeTest } from '../traffic/make-test.js';
import { WhyPart } from './why-part.js';

/** One request of the mock server. */
export function RequestPart({ port }: { readonly port: number }): JSX.Element {
  const request = shownRequest.value;
  if (request === undefined) {
    return (
      <EmptyState icon="eye" title="Choose a request">
        <p>Its headers, bodies and the route that matched it are shown here.</p>
      </EmptyState>
    );
  }
  const isShown = areSecretsShown.value;
  const exchange = toExchange(request, port);
  const reveal = isShown ? undefined : () => void showMockRequest(request.id, true);
  const why = { key: 'why', label: 'Why', content: () => <WhyPart request={request} /> };
  return (
    <ExchangeParts
      key={request.id}
      exchange={exchange}
      first={why}
      initial={request.source === 'none' ? 'why' : 'response'}
      reveal={reveal}
      actions={
        <>
          {(isShown || hasPlaceholders(request)) && (
            <button type="button" class="button" onClick={() => void showMockRequest(request.id, !isShown)}>
              {isShown ? 'Hide secrets' : 'Show secrets'}
            </button>
          )}
          <CopyCurl exchange={exchange} isMasked={!isShown} />
          <MakeTest text={() => requestText(request.id)} preferred={request.why.matched?.file} />
        </>
      }
    />
  );
}

/** Whether the server has written placeholders instead of secrets. */
function hasPlaceholders({ query, request, response }: WholeMockRequest): boolean {
  const texts = [
    query,
    ...[request, response].flatMap(({ headers, body }) => [body, ...headers.map(({ value }) => value)]),
  ];
  return texts.some((text) => text.includes('{{'));
}

function toExchange(request: WholeMockRequest, port: number): ShownExchange {
  const url = `http://${window.location.hostname}:${port}${request.path}${request.query}`;
  return { ...request, url, statusCode: request.status };
}
