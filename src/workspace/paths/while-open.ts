interface Closable {
  close(): Promise<void>;
}

/** Closes the file or folder after the work, also when the work fails. */
export async function whileOpen<Opened extends Closable, T>(
  opened: Opened,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
