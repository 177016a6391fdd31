import type { JSX } from 'preact';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { utf8Length } from '../../body/utf8-length.js';
import { deferred } from '../../components/deferred.js';
import { resultAddressOf } from '../../state/runs/result-details.js';
import type { RequestPlace } from '../body/add-to-editor.js';
import type { BodyViewProps } from '../body/body-view.js';

/** Shows any body; its code is loaded with the first one. */
export const BodyView = deferred<BodyViewProps>(async () => (await import('../body/body-view.js')).BodyView);

interface ResponseViewProps {
  readonly response: RequestResult['response'];
  /** The request of the response, for its whole body and for assertions that are added to its file. */
  readonly request?: RequestPlace | undefined;
}

export function ResponseView({ response, request }: ResponseViewProps): JSX.Element {
  const { body, headers, statusCode, bodyTruncated, size, bodyBase64 = '', finalUrl } = response;
  if (statusCode === 0) return <p class="hint padded">There was no response.</p>;
  const place = request === undefined || request.file === '' ? undefined : request;
  return (
    <BodyView
      key={`${place?.file} ${place?.name} ${size}`}
      body={body}
      base64={bodyBase64}
      contentType={headers['Content-Type'] ?? ''}
      none="The response has no body."
      whole={place === undefined || size === 0 ? undefined : resultAddressOf('body', place)}
      isExact={!bodyTruncated && (bodyBase64 !== '' || utf8Length(body) === size)}
      contentDisposition={headers['Content-Disposition'] ?? ''}
      url={finalUrl}
      request={place}
    />
  );
}
