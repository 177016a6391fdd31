/** Saves bytes to a file of the user. */

export function saveBytes(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the bytes after the click; a minute later it has them.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
