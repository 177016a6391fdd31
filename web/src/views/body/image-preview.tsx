import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { imageSize } from '../../components/image-size.js';

interface ImagePreviewProps {
  readonly bytes: () => Promise<Blob>;
  readonly contentType: string;
}

/** The size of a large photograph; a hostile image could otherwise take the memory of the page. */
const MAX_PIXELS = 50_000_000;
/** Formats name the size of an image near their start. */
const HEAD_BYTES = 1_000_000;

/** Draws the image on a canvas, because the content security policy refuses a URL for its bytes. */
export function ImagePreview({ bytes: load, contentType }: ImagePreviewProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [note, setNote] = useState('Reading…');
  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const blob = await load();
      const size = imageSize(new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer()));
      if (size !== undefined && size.width * size.height > MAX_PIXELS) {
        setNote(`${size.width} × ${size.height} pixels are too many to be shown here.`);
        return;
      }
      const image = await createImageBitmap(new Blob([blob], { type: contentType }));
      const target = canvas.current;
      if (isGone || target === null) return;
      target.width = image.width;
      target.height = image.height;
      target.getContext('2d')?.drawImage(image, 0, 0);
      setNote(`${image.width} × ${image.height} pixels`);
      image.close();
    };
    draw().catch(() => {
      if (!isGone) setNote('The browser cannot read this image.');
    });
    return () => {
      isGone = true;
    };
  }, [contentType]);
  return (
    <div class="image-preview" role="region" aria-label="Preview of the image" tabIndex={0}>
      <canvas ref={canvas} width={0} height={0} role="img" aria-label="The image of the response" />
      <p class="hint" role="status">
        {note}
      </p>
    </div>
  );
}
