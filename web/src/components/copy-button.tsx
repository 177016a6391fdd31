import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icon.js';

interface CopyButtonProps {
  readonly text: () => string | Promise<string>;
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps): JSX.Element {
  const [state, setState] = useState<'ready' | 'done' | 'failed'>('ready');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text());
      setState('done');
    } catch {
      setState('failed');
    }
    setTimeout(() => setState('ready'), 1600);
  };
  const words = { ready: label, done: 'Copied', failed: 'Copying failed' };
  return (
    <button
      type="button"
      class="icon-button"
      title={words[state]}
      aria-label={words[state]}
      onClick={() => void copy()}
    >
      <Icon name={state === 'done' ? 'check' : 'copy'} />
    </button>
  );
}
