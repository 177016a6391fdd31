import type { JSX } from 'preact';
import { TextField } from '../../components/text-field.js';
import { METRICS, type Metric } from '../../../../src/primitives/threshold.js';
import type { FieldsProps } from './load-fields.js';

const FIELDS: Readonly<Record<Metric, readonly [label: string, placeholder: string]>> = {
  p50: ['p50 at most', '100ms'],
  p95: ['p95 at most', '250ms'],
  p99: ['p99 at most', '500ms'],
  max: ['Slowest at most', '2s'],
  mean: ['Mean at most', '150ms'],
  errors: ['Errors at most', '0.5%'],
  rps: ['Per second at least', '40'],
};

export function ThresholdFields({ draft, problems, set }: FieldsProps): JSX.Element {
  const { thresholds } = draft;
  const count = METRICS.filter((metric) => thresholds[metric].trim() !== '').length;
  const isWrong = [...METRICS, 'abort' as const, 'abortWindow' as const].some(
    (field) => problems[field] !== undefined,
  );
  return (
    <details class="stress-more" open={isWrong || undefined}>
      <summary>
        Thresholds <span class="hint">{count === 0 ? 'none' : count}</span>
      </summary>
      <p class="hint">Limits that the test must meet to pass. An empty field is not checked.</p>
      <div class="field-pair">
        {METRICS.map((metric) => (
          <TextField
            key={metric}
            label={FIELDS[metric][0]}
            placeholder={FIELDS[metric][1]}
            value={thresholds[metric]}
            problem={problems[metric] ?? ''}
            set={(text) => set({ thresholds: { ...thresholds, [metric]: text } })}
          />
        ))}
      </div>
      <TextField
        label="Stop the test when broken"
        placeholder="p95<2s, errors<20%"
        hint="Judged every second."
        value={draft.abort}
        problem={problems.abort ?? ''}
        set={(abort) => set({ abort })}
      />
      <TextField
        label="Judged on the last"
        placeholder="10s"
        value={draft.abortWindow}
        problem={problems.abortWindow ?? ''}
        set={(abortWindow) => set({ abortWindow })}
      />
    </details>
  );
}
