import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.js';
import { secretsShown } from '../../../state/runs/secrets.js';
import { withDots } from './masked-text.js';

interface SecretTextProps {
  readonly value: string;
  /** The text without secrets; undefined if there are none. */
  readonly masked: string | undefined;
  /** What the value is, for screen readers. */
  readonly label: string;
}

/** A click shows the secrets of this text. */
export function SecretText({ value, masked, label }: SecretTextProps): JSX.Element {
  const isShown = useSignal(false);
  if (masked === undefined || secretsShown.value) return <>{value}</>;
  return (
    <button
      type="button"
      class="secret"
      title={isShown.value ? 'Hide' : 'Show'}
      aria-label={`${isShown.value ? 'Hide' : 'Show'} the secret in ${label}`}
      onClick={() => (isShown.value = !isShown.value)}
    >
      {isShown.value ? value : withDots(masked)}
    </button>
  );
}

/** Shows or hides all secrets, which decides what is copied too. */
export function SecretsToggle(): JSX.Element {
  return (
    <button
      type="button"
      class="link nowrap secrets-toggle"
      aria-pressed={secretsShown.value}
      onClick={() => (secretsShown.value = !secretsShown.value)}
    >
      <Icon name="eye" /> {secretsShown.value ? 'Hide secrets' : 'Show secrets'}
    </button>
  );
}
