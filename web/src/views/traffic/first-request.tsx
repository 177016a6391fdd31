import type { JSX } from 'preact';
import { CopyButton } from '../../components/copy-button.js';

interface FirstRequestProps {
  readonly command: string;
}

/** A command that sends a first request, to be copied into a terminal. */
export function FirstRequest({ command }: FirstRequestProps): JSX.Element {
  return (
    <div class="first-request">
      <code class="wrap">{command}</code>
      <CopyButton text={() => command} label="Copy the command" />
    </div>
  );
}
