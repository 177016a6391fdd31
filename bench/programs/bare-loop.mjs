// bare-loop.mjs <url> <batches> <requests> <concurrency>: the upper limit of a run, the same requests without files,
// assertions, results and reports. Prints the time of each batch in milliseconds.
import http from 'node:http';

const [url = '', batches, requests, concurrency] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(concurrency) });
for (let batch = 0; batch < Number(batches); batch += 1) {
  const started = performance.now();
  let next = 0;
  const work = async () => {
    while (next < Number(requests)) await get(`${url}/items/${next++}`);
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, work));
  console.log(performance.now() - started);
}
agent.destroy();

/**
 * @param {string} address
 * @returns {Promise<Buffer>}
 */
function get(address) {
  return new Promise((resolve, reject) => {
    const request = http.get(address, { agent, headers: { Accept: '*/*' } }, (response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      response.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    });
    request.on('error', reject);
  });
}
