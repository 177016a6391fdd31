import type { CallContext } from '../../primitives/threads/serve-calls.js';
import type { PackedContents } from '../../workspace/files/packed-contents.js';

/** The contents that a caller sends until it sends null. It is told how many bytes of them have been processed. */
export async function* receiveContents({
  onMessage,
  emit,
}: Pick<CallContext<number, PackedContents | null>, 'onMessage' | 'emit'>): AsyncGenerator<
  PackedContents,
  void
> {
  const waiting: (PackedContents | null)[] = [];
  let wake = (): void => undefined;
  onMessage((message) => {
    waiting.push(message);
    wake();
  });
  for (;;) {
    const batch = waiting.shift();
    if (batch === null) return;
    if (batch === undefined) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    yield batch;
    emit(batch.bytes.length);
  }
}
