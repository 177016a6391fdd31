/** A file that was dropped or chosen, as text. */

const MOST_BYTES = 10 * 1024 * 1024;

/** Throws in plain words. */
export async function readDocument(file: File): Promise<string> {
  if (file.size > MOST_BYTES) {
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
    throw new Error(`${file.name} is no text in UTF-8; convert it and try again.`, { cause: error });
  }
}
