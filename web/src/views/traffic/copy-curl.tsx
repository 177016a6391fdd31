import type { JSX } from 'preact';
import { createSentCommand } from '../../../../src/convert/to-curl/sent-command.js';
import { notify } from '../../state/notices.js';
import type { ShownExchange } from './exchange-parts.js';

interface CopyCurlProps {
  readonly exchange: ShownExchange;
  /** Whether placeholders stand for secrets. */
  readonly isMasked: boolean;
}

export function CopyCurl({ exchange, isMasked }: CopyCurlProps): JSX.Element {
  const { method, url, request, requestTruncated } = exchange;
  const copy = async (): Promise<void> => {
    const { headers, body, bodyEncoding } = request;
    const text = createSentCommand({
      method,
      url,
      headers,
      body: body === '' ? undefined : body,
      isBase64: bodyEncoding === 'base64',
      isInsecure: false,
    });
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      notify('problem', 'The browser did not allow copying.');
      return;
    }
    const notes = [
      requestTruncated ? 'only the beginning of its body' : '',
      isMasked && text.includes('{{') ? 'with placeholders instead of secrets' : '',
    ].filter(Boolean);
    notify('done', ['Copied as a curl command', ...notes].join(', ') + '.');
  };
  return (
    <button type="button" class="button" onClick={() => void copy()}>
      Copy as curl
    </button>
  );
}
