/**
 * Formats times by ISO 8601 and keeps the last text, because dozens of events in the same millisecond would spend most
 * of their time on it.
 */
export function createTimeFormatter(): (time: number) => string {
  let lastTime = NaN;
  let lastText = '';
  return (time) => {
    if (time !== lastTime) {
      lastText = new Date(time).toISOString();
      lastTime = time;
    }
    return lastText;
  };
}
