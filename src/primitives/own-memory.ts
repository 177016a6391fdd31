/** The memory of bytes, to be handed over to a thread rather than copied; empty where others share it. */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
