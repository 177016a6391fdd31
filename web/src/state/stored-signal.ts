/** A signal that is stored for this tab, so that a reload does not lose the input of a form. */
import { effect, signal, type Signal } from '@preact/signals';

export function storedSignal<Value extends object>(name: string, initial: Value): Signal<Value> {
  const key = `svc.form.${name}`;
  const kept = signal<Value>({ ...initial, ...stored(key, initial) });
  effect(() => sessionStorage.setItem(key, JSON.stringify(kept.value)));
  return kept;
}

/** Uses only fields of the expected type, because another version may have stored them. */
function stored<Value extends object>(key: string, initial: Value): Partial<Value> {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const valid = Object.entries(initial).flatMap(([name, value]) =>
      typeof found[name] === typeof value && Array.isArray(found[name]) === Array.isArray(value)
        ? [[name, found[name]] as const]
        : [],
    );
    return Object.fromEntries(valid) as Partial<Value>;
  } catch {
    return {};
  }
}
