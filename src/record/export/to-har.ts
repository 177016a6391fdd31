import { toJson } from '../../evaluation/values/json.js';
import { toWholeRecording } from './recording-view.js';
import { shownText } from '../recordings/recorded-text.js';
import { headerOf, type RecordedMessage, type Recording } from '../recordings/recording.js';
import type { TargetAddress } from '../proxy/target-address.js';

/** HAR 1.2 with one entry per recording; secrets are placeholders. */
export function toHar(recordings: readonly Recording[], target: TargetAddress, version: string): string {
  const entries = recordings.map((recording) => harEntryText(recording, target));
  return `${harStart(version)}${entries.join(',\n')}${HAR_END}`;
}

export function harStart(version: string): string {
  return `{"log":{"version":"1.2","creator":${toJson({ name: 'svc', version })},"entries":[\n`;
}

export const HAR_END = '\n]}}\n';

export function harEntryText(recording: Recording, target: TargetAddress): string {
  return toJson(harEntry(recording, target));
}

function harEntry(recording: Recording, target: TargetAddress): object {
  const shown = toWholeRecording(recording, target);
  const { timestamp, duration, method, url } = shown;
  const { request, response, query } = recording;
  const httpVersion = `HTTP/${recording.httpVersion}`;
  const { body, bodyEncoding } = shown.response;
  return {
    startedDateTime: timestamp,
    time: duration,
    request: {
      method,
      url,
      httpVersion,
      // Cookies are credentials and appear only as placeholders in the headers.
      cookies: [],
      headers: shown.request.headers,
      queryString: queryPairs(shownText(query)),
      ...(request.body.size > 0 && {
        postData: {
          mimeType: typeOf(request),
          text: shown.request.body,
          ...(shown.request.bodyEncoding === 'base64' && { _encoding: 'base64' }),
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
      headers: shown.response.headers,
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
