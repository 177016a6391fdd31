import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { recording, watchRecording } from '../../state/recording.js';
import '../tools.css';
import '../traffic/traffic.css';
import './record.css';
import { RecordForm } from './record-form.js';
import { RunningProxy } from './running-proxy.js';

export function RecordView(): JSX.Element {
  useEffect(watchRecording, []);
  const found = recording.value;
  if (found === undefined) return <div class="waiting" role="status" aria-label="Loading" />;
  return found.running ? <RunningProxy status={found} /> : <RecordForm />;
}
