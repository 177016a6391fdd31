import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { MockStatus } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { PlaceLink } from './route-table.js';

/** The list of requests needs the space. */
const MAX_SHOWN = 3;

/** Where requests without a route go, and what is recorded of them. */
export function PassedOn({ status: { proxy, recording } }: { readonly status: MockStatus }): JSX.Element {
  const warnings = recording?.warnings ?? [];
  return (
    <div class="passed-on">
      <p>
        Requests without a route go to <span class="mono wrap">{proxy}</span>
        {recording !== undefined && (
          <span role="status">
            , recorded in{' '}
            {recording.requests > 0 ? (
              <PlaceLink file={recording.file} line={1}>
                {recording.file}
              </PlaceLink>
            ) : (
              recording.file
            )}
            : {formatCount(recording.requests, 'request')}
          </span>
        )}
      </p>
      {warnings.slice(0, MAX_SHOWN).map((warning) => (
        <p key={warning} class="warning-line">
          <Icon name="warning" />
          <span>{warning}</span>
        </p>
      ))}
      {warnings.length > MAX_SHOWN && (
        <p class="hint">and {warnings.length - MAX_SHOWN} more, which are in the log of the server.</p>
      )}
    </div>
  );
}
