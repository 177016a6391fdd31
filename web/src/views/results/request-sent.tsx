import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { MethodMark, StatusCode } from '../../components/marks.js';
import { secretsShown } from '../../state/runs/secrets.js';
import { CurlButton } from './curl-button.js';
import { withDots } from './exchange/masked-text.js';
import { PairTable } from '../../components/pair-table.js';
import { SecretsToggle, SecretText } from './exchange/secret-text.js';
import { bodyOf, hasSecrets, ownHop, type Hop, type SentBody } from './exchange/sent-message.js';
import { HeaderTable } from './header-table.js';
import { BodyView } from './response-view.js';

/** What was really sent; a chain of redirects or challenges sent several requests. */
export function RequestSent({ result }: { readonly result: RequestResult }): JSX.Element {
  const { exchange, request, attempts } = result;
  const hops = exchange?.hops ?? [];
  const chosen = useSignal(ownHop(hops));
  const hop = hops[chosen.value];
  return (
    <div class="scroll wire">
      {attempts > 1 && <p class="hint padded">{attempts} attempts; this is the last one.</p>}
      {attempts === 0 && <p class="hint padded">Nothing was sent.</p>}
      {hops.length > 1 && (
        <HopChoice hops={hops} chosen={chosen.value} choose={(index) => (chosen.value = index)} />
      )}
      {hop === undefined ? (
        <>
          <HeaderTable headers={request.headers} />
          {request.body !== '' && <pre class="sent-body">{request.body}</pre>}
        </>
      ) : (
        <SentHop key={chosen.value} hop={hop} result={result} />
      )}
    </div>
  );
}

interface HopChoiceProps {
  readonly hops: readonly Hop[];
  readonly chosen: number;
  readonly choose: (index: number) => void;
}

function HopChoice({ hops, chosen, choose }: HopChoiceProps): JSX.Element {
  return (
    <fieldset class="hop-choice">
      <legend class="sr-only">Requests that were sent</legend>
      {hops.map(({ method, url, maskedUrl, statusCode }, index) => (
        <label key={index} class={index === chosen ? 'hop-line row-shown' : 'hop-line'}>
          <input type="radio" name="sent request" checked={index === chosen} onChange={() => choose(index)} />
          <MethodMark method={method} />
          <span class="mono ellipsis">{withDots(maskedUrl ?? url)}</span>
          <span class="spacer" />
          <StatusCode code={statusCode} />
        </label>
      ))}
    </fieldset>
  );
}

function SentHop({ hop, result }: { readonly hop: Hop; readonly result: RequestResult }): JSX.Element {
  const { method, url, maskedUrl, headers } = hop;
  const body = bodyOf(hop, result);
  return (
    <>
      <div class="hop-line sent-line">
        <MethodMark method={method} />
        <span class="mono wrap">
          <SecretText value={url} masked={maskedUrl} label="the address" />
        </span>
      </div>
      <div class="wire-tools">
        <CurlButton result={result} hop={hop} />
        {hasSecrets(hop, body) && <SecretsToggle />}
      </div>
      <SentHeaders headers={headers} />
      {body !== undefined && <Sent body={body} headers={headers} />}
    </>
  );
}

function SentHeaders({ headers }: { readonly headers: Hop['headers'] }): JSX.Element {
  const pairs = headers.map(({ name, value, masked }) => {
    return [name, <SecretText value={value} masked={masked} label={name} />] as const;
  });
  return <PairTable heads={['Header', 'Value']} pairs={pairs} />;
}

interface SentProps {
  readonly body: SentBody;
  readonly headers: Hop['headers'];
}

function Sent({ body, headers }: SentProps): JSX.Element {
  const { text, masked, note } = body;
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const isHidden = masked !== undefined && !secretsShown.value;
  return (
    <div class="sent-part">
      {note !== '' && <p class="hint padded">{note}</p>}
      {text !== '' && (
        <BodyView
          key={String(isHidden)}
          body={isHidden ? masked : text}
          base64=""
          contentType={type}
          none=""
        />
      )}
    </div>
  );
}
