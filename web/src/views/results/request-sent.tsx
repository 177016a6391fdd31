import type { JSX } from 'preact';
import type { RequestResult } from '../../../../src/server/api-types.js';
import { HeaderTable } from './header-table.js';

interface RequestSentProps {
  readonly request: RequestResult['request'];
  readonly attempts: number;
}

export function RequestSent({ request, attempts }: RequestSentProps): JSX.Element {
  return (
    <div class="scroll">
      {attempts > 1 && <p class="hint padded">{attempts} attempts; this is the last one.</p>}
      <HeaderTable headers={request.headers} />
      {request.body !== '' && <pre class="sent-body">{request.body}</pre>}
    </div>
  );
}
