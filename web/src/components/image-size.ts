/** Reads width and height from the first bytes of an image, without decoding it. */

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined for other image formats. */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) && bytes.length >= 24)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (startsWith(bytes, [0x47, 0x49, 0x46]) && bytes.length >= 10)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (startsWith(bytes, [0x42, 0x4d]) && bytes.length >= 26)
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  if (startsWith(bytes, [0xff, 0xd8])) return jpegSize(view);
  return isWebp(view) ? webpSize(view) : undefined;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

/** Segments up to the frame header, SOF0 to SOF15 without DHT, JPG and DAC (ITU T.81, B.1). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

const RIFF = 0x52494646;
const WEBP = 0x57454250;

function isWebp(view: DataView): boolean {
  return view.byteLength >= 30 && view.getUint32(0) === RIFF && view.getUint32(8) === WEBP;
}

/** RFC 9649: lossy `VP8 `, lossless `VP8L`, extended `VP8X`. */
function webpSize(view: DataView): ImageSize {
  const kind = view.getUint8(15);
  if (kind === 0x20)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 0x4c) {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  const three = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return { width: three(24), height: three(27) };
}
