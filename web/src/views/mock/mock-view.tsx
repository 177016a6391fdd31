import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadMock, mock } from '../../state/mock.js';
import '../tools.css';
import '../traffic/traffic.css';
import { MockForm } from './mock-form.js';
import { RunningMock } from './running-mock.js';

export function MockView(): JSX.Element {
  useEffect(() => void loadMock(), []);
  const found = mock.value;
  if (found === undefined) return <div class="waiting" role="status" aria-label="Loading" />;
  return found.running ? <RunningMock status={found} /> : <MockForm />;
}
