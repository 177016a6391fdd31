import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { formatCount } from '../../../../src/primitives/text/output-text.js';
import type { Outline } from '../../language/messages.js';

interface FindingsProps {
  /** Undefined until the text was checked. */
  readonly diagnostics: Outline['diagnostics'] | undefined;
  readonly isOpen: Signal<boolean>;
  readonly goTo: (line: number) => void;
  /** Shown in the same line. */
  readonly children?: ComponentChildren;
}

const MAX_SHOWN = 50;
const CLASSES = {
  error: 'count-failed',
  warning: 'count-warned',
  info: 'count-noted',
  information: 'count-noted',
} as const;

/** The foot of the editor: a list of findings for users who cannot hover. Its height depends on no finding. */
export function Findings({ diagnostics, isOpen, goTo, children }: FindingsProps): JSX.Element {
  const found = diagnostics ?? [];
  const count = (wanted: string): number => found.filter(({ severity }) => severity === wanted).length;
  const counts = [
    { severity: 'error', text: formatCount(count('error'), 'error') },
    { severity: 'warning', text: formatCount(count('warning'), 'warning') },
    { severity: 'information', text: formatCount(count('information') + count('info'), 'hint') },
  ] as const;
  return (
    <div class="findings">
      <div class="findings-foot">
        <button
          type="button"
          class="findings-toggle"
          title="Show the findings (Ctrl+Shift+M)"
          aria-expanded={isOpen.value}
          aria-controls="findings-list"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {found.length === 0 && (
            <span class="hint">{diagnostics === undefined ? 'Checking…' : 'No findings'}</span>
          )}
          {counts
            .filter(({ text }) => !text.startsWith('0 '))
            .map(({ severity, text }) => (
              <span key={severity} class={CLASSES[severity]}>
                {text}
              </span>
            ))}
        </button>
        {children}
      </div>
      <ul id="findings-list" hidden={!isOpen.value} tabIndex={0} aria-label="Findings">
        {found.slice(0, MAX_SHOWN).map(({ line, column, message, severity, code }) => (
          <li key={`${line}:${column}:${code}`}>
            <button type="button" class="link" onClick={() => goTo(line)}>
              <span class={CLASSES[severity]}>{line}</span> {message}
            </button>
          </li>
        ))}
        {found.length > MAX_SHOWN && (
          <li class="hint">{formatCount(found.length - MAX_SHOWN, 'further finding')}</li>
        )}
      </ul>
    </div>
  );
}
