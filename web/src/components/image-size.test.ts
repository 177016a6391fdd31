import { describe, expect, it } from 'vitest';
import { imageSize } from './image-size.js';

const RIFF = `52494646${'00'.repeat(4)}57454250`;

describe('imageSize', () => {
  it.each([
    ['PNG', '89504e470d0a1a0a0000000d494844520000030000000200', 768, 512],
    ['GIF', '47494638396103000200', 3, 2],
    ['BMP from top to bottom', `424d${'00'.repeat(16)}05000000feffffff`, 5, 2],
    ['JPEG with another segment first', 'ffd8ffe000040000ffc000110800200040030122', 64, 32],
    ['lossy WebP', `${RIFF}56503820${'00'.repeat(10)}40012c01`, 320, 300],
    ['lossless WebP', `${RIFF}5650384c000000002f3fc00700${'00'.repeat(5)}`, 64, 32],
    ['extended WebP', `${RIFF}56503858${'00'.repeat(8)}ff0000010000`, 256, 2],
  ])('reads %s', (_kind, hex, width, height) => {
    expect(imageSize(bytesOf(hex))).toEqual({ width, height });
  });

  it.each([
    ['nothing', ''],
    ['text', '3c68746d6c3e'],
    ['a cut PNG', '89504e470d0a1a0a'],
    ['a JPEG without a frame', 'ffd8ffe0ffff'],
    ['a JPEG of odd bytes', 'ffd80011223344556677889900'],
  ])('returns nothing for %s', (_kind, hex) => {
    expect(imageSize(bytesOf(hex))).toBeUndefined();
  });
});

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
