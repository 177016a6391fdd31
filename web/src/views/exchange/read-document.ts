/** Reads a dropped or chosen file as text. */

const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** Throws an error with a message for users. */
export async function readDocument(file: File): Promise<string> {
  if (file.size > MAX_DOCUMENT_BYTES) {
    throw new Error(
      `${file.name} is larger than 10 MiB, which is too much to send. Put it into the workspace and give its path.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${file.name} is not UTF-8 text; convert it and try again.`, { cause: error });
  }
}
