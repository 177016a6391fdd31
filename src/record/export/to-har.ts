import { toJson } from '../../evaluation/values/json.js';
import { recordingEntry, shownBody, shownHeaders } from './recording-view.js';
import { shownText } from '../recordings/recorded-text.js';
import { headerOf, type RecordedMessage, type Recording } from '../recordings/recording.js';
import type { TargetAddress } from '../proxy/target-address.js';

/** HAR 1.2, one entry for each recording; secrets stand in it as placeholders. */
export function toHar(recordings: readonly Recording[], target: TargetAddress, version: string): string {
  const entries = recordings.map((recording) => toJson(harEntry(recording, target)));
  const creator = toJson({ name: 'svc', version });
  return `{"log":{"version":"1.2","creator":${creator},"entries":[\n${entries.join(',\n')}\n]}}\n`;
}

function harEntry(recording: Recording, target: TargetAddress): object {
  const { timestamp, duration, method, url } = recordingEntry(recording, target);
  const { request, response, query } = recording;
  const httpVersion = `HTTP/${recording.httpVersion}`;
  const { body, bodyEncoding } = shownBody(response.body);
  const postData = shownBody(request.body);
  return {
    startedDateTime: timestamp,
    time: duration,
    request: {
      method,
      url,
      httpVersion,
      // Cookies are credentials: they stand among the headers, as placeholders.
      cookies: [],
      headers: shownHeaders(request.headers),
      queryString: queryPairs(shownText(query)),
      ...(request.body.size > 0 && {
        postData: {
          mimeType: typeOf(request),
          text: postData.body,
          ...(postData.bodyEncoding === 'base64' && { _encoding: 'base64' }),
          ...truncation(request),
        },
      }),
      headersSize: -1,
      bodySize: request.body.size,
    },
    response: {
      status: response.statusCode,
      statusText: response.statusText,
      httpVersion,
      cookies: [],
      headers: shownHeaders(response.headers),
      content: {
        size: Buffer.byteLength(body, bodyEncoding),
        mimeType: typeOf(response),
        ...(body !== '' && { text: body }),
        ...(bodyEncoding === 'base64' && { encoding: 'base64' }),
        ...truncation(response),
      },
      redirectURL: shownText(headerOf(response.headers, 'location') ?? ''),
      headersSize: -1,
      bodySize: response.body.size,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  };
}

function typeOf({ headers }: RecordedMessage): string {
  return shownText(headerOf(headers, 'content-type') ?? '');
}

function truncation({ body }: RecordedMessage): { readonly comment?: string } {
  return body.truncated ? { comment: 'not kept: it is longer than the limit of the recording' } : {};
}

function queryPairs(query: string): object[] {
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}
