/** What was typed into a form, kept for this tab so that a reload does not cost it. */
import { effect, signal, type Signal } from '@preact/signals';

export function keptSignal<Value extends object>(name: string, initial: Value): Signal<Value> {
  const key = `svc.form.${name}`;
  const kept = signal<Value>({ ...initial, ...stored(key, initial) });
  effect(() => sessionStorage.setItem(key, JSON.stringify(kept.value)));
  return kept;
}

/** Only fields that are still of the same kind: another version may have written them. */
function stored<Value extends object>(key: string, initial: Value): Partial<Value> {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const fitting = Object.entries(initial).flatMap(([name, value]) =>
      typeof found[name] === typeof value && Array.isArray(found[name]) === Array.isArray(value)
        ? [[name, found[name]] as const]
        : [],
    );
    return Object.fromEntries(fitting) as Partial<Value>;
  } catch {
    return {};
  }
}
