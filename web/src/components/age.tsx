import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ageText } from './age-text.js';

const UPDATE_INTERVAL_MS = 15_000;

const now = signal(Date.now());
let shownAges = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** How long ago something was, kept up to date; one timer serves all of them. */
export function Age({ at }: { readonly at: number }): JSX.Element {
  useEffect(() => {
    shownAges += 1;
    now.value = Date.now();
    timer ??= setInterval(() => (now.value = Date.now()), UPDATE_INTERVAL_MS);
    return () => {
      shownAges -= 1;
      if (shownAges > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  return (
    <time class="age" dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {ageText(at, Math.max(now.value, at))}
    </time>
  );
}
