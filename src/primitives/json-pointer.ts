/** JSON Pointers (RFC 6901). */
import { isPlainObject } from './plain-object.js';

/** One step of a pointer, with its slash. */
export function pointerStep(name: string | number): string {
  if (typeof name === 'number' || !/[~/]/.test(name)) return `/${name}`;
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names on the way; none for the pointer to the whole value. */
export function pointerSteps(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Undefined where the pointer leads nowhere. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of pointerSteps(pointer)) {
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d*)$/.test(name) ? (value as unknown[])[Number(name)] : undefined;
    else value = isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}
