/** Removes secrets from a recording that were discovered after it was stored. */
import { shownText } from '../recordings/recorded-text.js';
import type { RecordedMessage, Recording } from '../recordings/recording.js';
import type { Sanitizer } from '../recordings/sanitizer.js';

export function completeRecording(recording: Recording, sanitizer: Sanitizer): Recording {
  const { knownSecrets } = sanitizer;
  if (recording.knownSecrets === knownSecrets) return recording;
  const { path, query, request, response, values } = recording;
  return {
    ...recording,
    path: sanitizer.resanitize(path),
    query: sanitizer.resanitize(query),
    request: completeMessage(request, sanitizer),
    response: {
      ...response,
      ...completeMessage(response, sanitizer),
      statusText: shownText(sanitizer.resanitize(response.statusText)),
    },
    // The name of a member may be a secret.
    values: values.filter(({ path: place }) => sanitizer.resanitize(place) === place),
    knownSecrets,
  };
}

function completeMessage({ headers, body }: RecordedMessage, sanitizer: Sanitizer): RecordedMessage {
  const { text, bytes } = body;
  return {
    headers: headers.map((header) => {
      const value = sanitizer.resanitize(header.value);
      return value === header.value ? header : { name: header.name, value };
    }),
    body: {
      ...body,
      text: text === null ? null : sanitizer.resanitize(text),
      bytes: bytes === null ? null : sanitizer.bytes(bytes, ''),
    },
  };
}
