import type { JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { Outline } from '../../language/messages.js';

interface FindingsProps {
  readonly diagnostics: Outline['diagnostics'];
  readonly goTo: (line: number) => void;
}

const MAX_SHOWN = 50;

/** A list of findings for users who cannot hover. */
export function Findings({ diagnostics, goTo }: FindingsProps): JSX.Element | null {
  if (diagnostics.length === 0) return null;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return (
    <details class="findings">
      <summary>
        {errors > 0 && <span class="count-failed">{formatCount(errors, 'error')}</span>}
        {errors < diagnostics.length && (
          <span class="count-warned">{formatCount(diagnostics.length - errors, 'warning')}</span>
        )}
      </summary>
      <ul>
        {diagnostics.slice(0, MAX_SHOWN).map(({ line, column, message, severity, code }) => (
          <li key={`${line}:${column}:${code}`}>
            <button type="button" class="link" onClick={() => goTo(line)}>
              <span class={severity === 'error' ? 'count-failed' : 'count-warned'}>{line}</span> {message}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
