/** Small elements and texts that several views share. */
import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon.js';

/** `partly`: what was run has passed, but not all was run. */
export type Verdict = 'passed' | 'partly' | 'failed' | 'skipped' | 'cancelled' | 'running' | 'none';

const VERDICT_ICONS: Partial<Record<Verdict, IconName>> = {
  passed: 'check',
  partly: 'check',
  failed: 'cross',
  skipped: 'skip',
  cancelled: 'stop',
};

const VERDICT_LABELS: Partial<Record<Verdict, string>> = { partly: 'partly run, passed', none: 'not run' };

export function VerdictMark({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  const icon = VERDICT_ICONS[verdict];
  return (
    <span class={`verdict verdict-${verdict}`} role="img" aria-label={VERDICT_LABELS[verdict] ?? verdict}>
      {icon !== undefined && <Icon name={icon} />}
    </span>
  );
}

export function MethodMark({ method }: { readonly method: string }): JSX.Element {
  return <span class={`method method-${method.toLowerCase().replaceAll(/[^a-z]/g, '')}`}>{method}</span>;
}

export function StatusCode({ code }: { readonly code: number }): JSX.Element {
  return <span class={`status status-${Math.floor(code / 100)}`}>{code === 0 ? '—' : code}</span>;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

export function timeText(timestamp: string): string {
  return new Date(timestamp).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

interface CountsProps {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled?: number;
}

export function Counts({ passed, failed, skipped, cancelled = 0 }: CountsProps): JSX.Element {
  return (
    <span class="counts">
      <span class="count-passed">{passed} passed</span>
      {failed > 0 && <span class="count-failed">{failed} failed</span>}
      {skipped > 0 && <span class="count-skipped">{skipped} skipped</span>}
      {cancelled > 0 && <span class="count-skipped">{cancelled} cancelled</span>}
    </span>
  );
}

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function EmptyState({ icon, title, children }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <div class="empty-text">{children}</div>
    </div>
  );
}

export function Problem({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}
