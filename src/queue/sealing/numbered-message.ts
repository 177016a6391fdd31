/** What lies in the clear before a sealed message whose sender and number the reader cannot know. */

const ID_CHARS = 12;
const NUMBER_BYTES = 6;
const HEAD_BYTES = ID_CHARS + NUMBER_BYTES;

export interface NumberedMessage {
  readonly sender: string;
  readonly sequence: number;
  readonly sealed: Buffer;
}

export function writeNumbered({ sender, sequence, sealed }: NumberedMessage): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(sender, 'latin1');
  head.writeUIntLE(sequence, ID_CHARS, NUMBER_BYTES);
  return Buffer.concat([head, sealed]);
}

/** Undefined for anything that cannot be such a message. */
export function readNumbered(bytes: Buffer): NumberedMessage | undefined {
  const sender = bytes.toString('latin1', 0, ID_CHARS);
  if (bytes.length <= HEAD_BYTES || !isId(sender)) return undefined;
  return { sender, sequence: bytes.readUIntLE(ID_CHARS, NUMBER_BYTES), sealed: bytes.subarray(HEAD_BYTES) };
}

/** Ids of runs and workers. */
export function isId(text: string): boolean {
  return /^[a-z0-9]{12}$/.test(text);
}
