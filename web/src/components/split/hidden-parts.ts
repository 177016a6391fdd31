/** Which parts of the page the user has hidden; remembered in this browser. */
import { signal } from '@preact/signals';

const KEY = 'svc.hidden';

export const hiddenParts = signal<ReadonlySet<string>>(new Set(readStored()));

export function setHidden(part: string, isHidden: boolean): void {
  if (hiddenParts.peek().has(part) === isHidden) return;
  const next = new Set(hiddenParts.peek());
  if (isHidden) next.add(part);
  else next.delete(part);
  hiddenParts.value = next;
  localStorage.setItem(KEY, JSON.stringify([...next]));
}

export function togglePart(part: string): void {
  setHidden(part, !hiddenParts.peek().has(part));
}

function readStored(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? found.filter((part) => typeof part === 'string') : [];
  } catch {
    return [];
  }
}
