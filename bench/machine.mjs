// The machine of a measurement, as the stored tables name it.
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os';

export function describeMachine() {
  const model = (cpus()[0]?.model ?? 'unknown processor').replaceAll(/\s+/g, ' ').trim();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const system = `${type()} ${release()} (${arch()})`;
  return `${model}, ${availableParallelism()} cores, ${memory} of memory, ${system}, Node.js ${process.versions.node}`;
}

export function today() {
  return new Date().toISOString().slice(0, 10);
}
