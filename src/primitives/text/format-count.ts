/** Formats `1 file`, `2 files`, `2 losses`. */
export function formatCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
