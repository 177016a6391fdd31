/** Short messages at the edge of the window. */
import { signal } from '@preact/signals';

export interface Notice {
  readonly id: number;
  readonly kind: 'problem' | 'done';
  readonly text: string;
}

const SHOWN_FOR_MS = { done: 3500, problem: 9000 };
let lastId = 0;

export const notices = signal<readonly Notice[]>([]);

export function notify(kind: Notice['kind'], text: string): void {
  const id = ++lastId;
  notices.value = [...notices.value.filter((notice) => notice.text !== text), { id, kind, text }].slice(-4);
  setTimeout(() => dismiss(id), SHOWN_FOR_MS[kind]);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Runs a call that the server may refuse, and shows the error. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    notify('problem', error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
