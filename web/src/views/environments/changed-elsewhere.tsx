import type { JSX } from 'preact';
import { looksSecret, MASK } from '../../../../src/authoring/looks-secret.js';
import type { Environment } from '../../../../src/server/api-types.js';
import { Icon } from '../../components/icon.js';
import { discardDraft, mergeDraft } from '../../state/environments.js';
import type { VariableConflict } from '../../state/drafts/variable-rows.js';

interface ChangedElsewhereProps {
  readonly environment: Environment;
  readonly conflicts: readonly VariableConflict[];
}

/** Shows what service.yaml has by now, before anything typed here is saved over it. */
export function ChangedElsewhere({ environment, conflicts }: ChangedElsewhereProps): JSX.Element {
  return (
    <div class="changed-elsewhere" role="alert">
      <p>
        <Icon name="warning" /> {environment.name} was changed in service.yaml while you were editing.
      </p>
      <dl>
        {conflicts.map(({ name, mine, theirs }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              in the file <Value name={name} text={theirs} />, here <Value name={name} text={mine} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="changed-actions">
        <button
          type="button"
          class="button"
          title="Takes the file for everything that you have not changed"
          onClick={() => mergeDraft(environment)}
        >
          Keep my changes
        </button>
        <button type="button" class="button" onClick={() => discardDraft(environment.name)}>
          Take the file
        </button>
      </div>
    </div>
  );
}

interface ValueProps {
  readonly name: string;
  readonly text: string | undefined;
}

function Value({ name, text }: ValueProps): JSX.Element {
  if (text === undefined) return <em>missing</em>;
  return <code>{looksSecret(name) ? MASK : text === '' ? '(empty)' : text}</code>;
}
