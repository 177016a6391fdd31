/**
 * Times as texts of ISO 8601. Those of one millisecond are written once: whoever tells of dozens of things in one
 * would spend longer on their times than on all else.
 */
export function timeTexts(): (time: number) => string {
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
