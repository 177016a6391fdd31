/** The buffer of bytes, to be transferred to a thread rather than copied; empty when it is shared. */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

/** The same for a value that is bytes or has fields of bytes, or of lists of bytes. */
export function collectBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return NOTHING;
  if (value instanceof Uint8Array) return ownMemory(value);
  const found: ArrayBuffer[] = [];
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (field instanceof Uint8Array) found.push(...ownMemory(field));
    else if (Array.isArray(field) && field[0] instanceof Uint8Array)
      for (const item of field as readonly Uint8Array[]) found.push(...ownMemory(item));
  }
  return found;
}

const NOTHING: ArrayBuffer[] = [];
