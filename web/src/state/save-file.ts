/** Saves data as a file of the user. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the data after the click; a minute later it has them.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
