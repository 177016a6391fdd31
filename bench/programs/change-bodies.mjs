// change-bodies.mjs <url> <requests> <changes>: the lower limit of changing responses and checking them: as many times
// reads a body, changes one value, writes and reads it again, and compares the values that the assertions look at.
const [url = '', requests = '0', changes = '0'] = process.argv.slice(2);
const body = await (await fetch(url)).text();
let noticed = 0;
for (let request = 0; request < Number(requests); request += 1) {
  for (let change = 0; change < Number(changes); change += 1) {
    const value = JSON.parse(body);
    value.items[change % value.items.length].state = null;
    const { total, items } = JSON.parse(JSON.stringify(value));
    const same = total === 12 && items.every((/** @type {any} */ item) => item.state === 'created');
    if (!same) noticed += 1;
  }
}
if (noticed !== Number(requests) * Number(changes)) throw new Error('a change was not noticed');
