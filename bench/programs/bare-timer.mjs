// bare-timer.mjs <per second> <milliseconds>: how late does a bare timer of Node notice what is due at a fixed rate?
// Prints the 99th percentile in milliseconds.
const [rate, milliseconds] = process.argv.slice(2).map(Number);
const gap = 1000 / (rate ?? 1);
const count = Math.floor((milliseconds ?? 0) / gap);
/** @type {number[]} */
const late = [];
const started = performance.now();
tick();

function tick() {
  for (const now = performance.now() - started; late.length < count && late.length * gap <= now;)
    late.push(now - late.length * gap);
  if (late.length < count) setTimeout(tick, started + late.length * gap - performance.now());
  else console.log(late.sort((a, b) => a - b)[Math.ceil(count * 0.99) - 1]);
}
