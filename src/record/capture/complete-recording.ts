/** Takes out of a recording what was found to be secret after it was kept. */
import { shownText } from '../recordings/recorded-text.js';
import type { RecordedMessage, Recording } from '../recordings/recording.js';
import type { Sanitizer } from '../recordings/sanitize.js';

export function completeRecording(recording: Recording, sanitizer: Sanitizer): Recording {
  const { knownSecrets } = sanitizer;
  if (recording.knownSecrets === knownSecrets) return recording;
  const { path, query, request, response, values } = recording;
  return {
    ...recording,
    path: sanitizer.again(path),
    query: sanitizer.again(query),
    request: completeMessage(request, sanitizer),
    response: {
      ...response,
      ...completeMessage(response, sanitizer),
      statusText: shownText(sanitizer.again(response.statusText)),
    },
    // A member may be named by a secret.
    values: values.filter(({ path: place }) => sanitizer.again(place) === place),
    knownSecrets,
  };
}

function completeMessage({ headers, body }: RecordedMessage, sanitizer: Sanitizer): RecordedMessage {
  const { text, bytes } = body;
  return {
    headers: headers.map((header) => {
      const value = sanitizer.again(header.value);
      return value === header.value ? header : { name: header.name, value };
    }),
    body: {
      ...body,
      text: text === null ? null : sanitizer.again(text),
      bytes: bytes === null ? null : sanitizer.bytes(bytes, ''),
    },
  };
}
