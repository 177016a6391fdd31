// Keeps one processor busy until whoever started it has ended.
let isWanted = true;
process.stdin.on('end', () => (isWanted = false)).resume();

const SLICE_MS = 20;

function work() {
  for (const end = performance.now() + SLICE_MS; performance.now() < end;) continue;
  if (isWanted) setImmediate(work);
}
work();
