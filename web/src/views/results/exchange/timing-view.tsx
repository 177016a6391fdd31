import type { JSX } from 'preact';
import type { ExchangeFacts, RequestResult } from '../../../../../src/server/api-types.js';
import { MethodMark, sizeText, StatusCode, timeText } from '../../../components/marks.js';
import { PairTable } from '../../../components/pair-table.js';
import { hopSpans, phaseSpans, phaseText, type Span } from './phases.js';
import { SecretText } from './secret-text.js';

/** Times, the chain of requests, and the connection. */
export function TimingView({ result }: { readonly result: RequestResult }): JSX.Element {
  const { exchange } = result;
  if (exchange === undefined) {
    return (
      <p class="hint padded">
        {result.attempts === 0
          ? 'Nothing was sent.'
          : 'The history does not keep these facts. Run the request again to see them.'}
      </p>
    );
  }
  return (
    <div class="scroll wire" role="region" aria-label="Times and connection" tabIndex={0}>
      {exchange.hops.length > 1 && <Chain hops={exchange.hops} />}
      <Phases exchange={exchange} />
      <h3>Connection</h3>
      <PairTable heads={['Fact', 'Value']} pairs={connectionPairs(exchange)} />
      {exchange.protocol !== '' && (
        <>
          <h3>Size</h3>
          <PairTable heads={['Part', 'Bytes']} pairs={sizePairs(exchange.sizes)} />
        </>
      )}
    </div>
  );
}

const WORDS: Readonly<Record<ExchangeFacts['hops'][number]['kind'], string>> = {
  request: '',
  redirect: 'redirected',
  challenge: 'asked for credentials',
  token: 'access token',
};

function Chain({ hops }: { readonly hops: ExchangeFacts['hops'] }): JSX.Element {
  const spans = hopSpans(hops);
  return (
    <>
      <h3>{hops.length} requests</h3>
      <ol class="hops">
        {hops.map(
          ({ kind, method, url, maskedUrl, statusCode, location, maskedLocation, duration }, index) => (
            <li key={index}>
              <div class="hop-line">
                <MethodMark method={method} />
                <span class="mono wrap">
                  <SecretText value={url} masked={maskedUrl} label="the address" />
                </span>
                <StatusCode code={statusCode} />
                <span class="hint">{WORDS[kind]}</span>
                <span class="spacer" />
                <span class="duration">{phaseText(duration)}</span>
              </div>
              {location !== undefined && (
                <div class="hop-line hint mono wrap">
                  <span>
                    Location: <SecretText value={location} masked={maskedLocation} label="the location" />
                  </span>
                </div>
              )}
              <Bar span={spans[index]} kind="hop" />
            </li>
          ),
        )}
      </ol>
    </>
  );
}

function Phases({ exchange }: { readonly exchange: ExchangeFacts }): JSX.Element {
  const { hops, protocol } = exchange;
  const spans = phaseSpans(exchange);
  const total = spans.reduce((sum, { duration }) => sum + duration, 0);
  const heading = hops.length > 1 ? 'Phases of the last request' : 'Phases';
  if (spans.length === 0) return <p class="hint padded">No connection came about, so there are no times.</p>;
  return (
    <>
      <h3>{heading}</h3>
      <table class="table phases">
        <thead class="sr-only">
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">Share</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {spans.map((span) => (
            <tr key={span.key}>
              <th scope="row">{span.label}</th>
              <td class="phase-bar">
                <Bar span={span} kind={span.key} />
              </td>
              <td class="right mono">{phaseText(span.duration)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{protocol === '' ? 'Until the failure' : 'Total'}</th>
            <td />
            <td class="right mono">{phaseText(total)}</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

function Bar({ span, kind }: { readonly span: Span | undefined; readonly kind: string }): JSX.Element {
  const { start = 0, width = 0 } = span ?? {};
  return (
    <div class="span-bar" aria-hidden="true">
      <span class={`span-${kind}`} style={{ marginLeft: `${start}%`, width: `${width}%` }} />
    </div>
  );
}

function connectionPairs(exchange: ExchangeFacts): (readonly [string, string])[] {
  const { protocol, remoteAddress, remotePort, viaProxy, reused, tls } = exchange;
  if (remoteAddress === '') return [['Server', 'no connection']];
  const host = remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress;
  const { certificate } = tls ?? {};
  return [
    ...(protocol === '' ? [] : [['Protocol', protocol] as const]),
    [viaProxy ? 'Proxy' : 'Server', `${host}:${remotePort}`],
    ['Connection', reused ? 'reused: an earlier request made it' : 'made for this request'],
    ...(tls ? [['TLS', `${tls.version}, ${tls.cipher}`] as const] : []),
    ...(certificate
      ? [
          ['Certificate', `${certificate.subject}${tls?.trusted === false ? ' (not trusted)' : ''}`] as const,
          ['Issuer', certificate.issuer] as const,
          ['Names', certificate.altNames] as const,
          ['Valid', `${timeText(certificate.validFrom)} to ${timeText(certificate.validTo)}`] as const,
        ]
      : []),
  ];
}

function sizePairs(sizes: ExchangeFacts['sizes']): (readonly [string, string])[] {
  const { requestHead, requestBody, responseHead, responseBody, decodedBody } = sizes;
  const sent = sizeText(requestHead + requestBody);
  const received = sizeText(responseHead + responseBody);
  const isCompressed = decodedBody !== responseBody;
  return [
    ['Sent', `${sent} (headers ${sizeText(requestHead)}, body ${sizeText(requestBody)})`],
    ['Received', `${received} (headers ${sizeText(responseHead)}, body ${sizeText(responseBody)})`],
    ...(isCompressed
      ? [['Body decompressed', `${sizeText(decodedBody)} (${ratioText(responseBody, decodedBody)})`] as const]
      : []),
  ];
}

function ratioText(wire: number, decoded: number): string {
  return `${Math.round((1 - wire / decoded) * 100)} % saved on the wire`;
}
