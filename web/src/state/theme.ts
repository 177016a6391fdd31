/** The colour scheme: light, dark, or that of the system. */
import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const KEY = 'svc.theme';

export const theme = signal<Theme>(THEMES.find((name) => name === localStorage.getItem(KEY)) ?? 'system');

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}
