// change-bodies.mjs <url> <requests> <changes>: the lower limit of changing responses and checking them: as many times
// reads a body, changes one value, writes and reads it again, and compares the values that the assertions look at.
/** @typedef {{ total: number, items: { state: string | null }[] }} Value */

const [url = '', requests = '0', changes = '0'] = process.argv.slice(2);
const body = await (await fetch(url)).text();
let noticed = 0;
for (let request = 0; request < Number(requests); request += 1) {
  for (let change = 0; change < Number(changes); change += 1) {
    /** @type {Value} */
    const value = JSON.parse(body);
    const item = value.items[change % value.items.length];
    if (item) item.state = null;
    /** @type {Value} */
    const { total, items } = JSON.parse(JSON.stringify(value));
    const same = total === 12 && items.every(({ state }) => state === 'created');
    if (!same) noticed += 1;
  }
}
if (noticed !== Number(requests) * Number(changes)) throw new Error('a change was not noticed');
