import type { JSX } from 'preact';
import { PairTable } from '../../components/pair-table.js';
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
  const pairs = headers.map(({ name, value }) => {
    const isHidden = reveal !== undefined && PLACEHOLDER.test(value);
    return [name, isHidden ? <HiddenValue name={name} value={value} reveal={reveal} /> : value] as const;
  });
  return <PairTable heads={['Header', 'Value']} pairs={pairs} />;
}

interface HiddenValueProps {
  readonly name: string;
  readonly value: string;
  readonly reveal: () => void;
}

function HiddenValue({ name, value, reveal }: HiddenValueProps): JSX.Element {
  return (
    <>
      {value.replace(PLACEHOLDERS, '••••••••')}{' '}
      <button type="button" class="link" aria-label={`Show the value of ${name}`} onClick={reveal}>
        Show
      </button>
    </>
  );
}

/** What the server writes instead of a secret. */
const PLACEHOLDER = /\{\{[\p{L}\p{N}_]+\}\}/u;
const PLACEHOLDERS = /\{\{[\p{L}\p{N}_]+\}\}/gu;
