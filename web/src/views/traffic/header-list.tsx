import type { JSX } from 'preact';
import type { ShownMessage } from './shown-message.js';

interface HeaderListProps {
  readonly message: ShownMessage;
  /** Shows the secrets that placeholders stand for; left out where nobody has them. */
  readonly reveal?: (() => void) | undefined;
}

/** Headers in the order and spelling in which they were sent. */
export function HeaderList({ message, reveal }: HeaderListProps): JSX.Element {
  const { headers } = message;
  if (headers.length === 0) return <p class="hint padded">No headers.</p>;
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(({ name, value }, index) => (
          <tr key={index}>
            <th scope="row" class="mono">
              {name}
            </th>
            <td class="mono wrap">
              {reveal !== undefined && PLACEHOLDER.test(value) ? (
                <>
                  {value.replace(PLACEHOLDERS, '••••••••')}{' '}
                  <button
                    type="button"
                    class="link"
                    aria-label={`Show the value of ${name}`}
                    onClick={reveal}
                  >
                    Show
                  </button>
                </>
              ) : (
                value
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the server writes instead of a secret. */
const PLACEHOLDER = /\{\{[\p{L}\p{N}_]+\}\}/u;
const PLACEHOLDERS = /\{\{[\p{L}\p{N}_]+\}\}/gu;
