/** The one place where exchanges of the mock server and the recorder show a body. */
import type { JSX } from 'preact';
import { BodyView } from '../results/response-view.js';
import { headerValue, type ShownMessage } from './shown-message.js';

interface MessageBodyProps {
  readonly message: ShownMessage;
  readonly isCut: boolean;
  /** Shown without a body. */
  readonly none: string;
}

export function MessageBody({ message, isCut, none }: MessageBodyProps): JSX.Element {
  const { body, bodyEncoding } = message;
  const isBinary = bodyEncoding === 'base64';
  return (
    <>
      {isCut && <p class="hint padded">Only the beginning of this body was kept.</p>}
      <BodyView
        body={isBinary ? '' : body}
        base64={isBinary ? body : ''}
        contentType={headerValue(message, 'content-type')}
        none={isCut && body === '' ? 'This body was too long to be kept.' : none}
      />
    </>
  );
}
