import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { imageSize } from '../../components/image-size.js';

interface ImagePreviewProps {
  readonly base64: string;
  readonly contentType: string;
}

/** The size of a large photograph; a hostile image could otherwise take the memory of the page. */
const MAX_PIXELS = 50_000_000;

/** Draws the image on a canvas, because the content security policy refuses a URL for its bytes. */
export function ImagePreview({ base64, contentType }: ImagePreviewProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [note, setNote] = useState('Reading…');
  useEffect(() => {
    let isGone = false;
    const draw = async (): Promise<void> => {
      const bytes = bytesOf(base64);
      const size = imageSize(bytes);
      if (size !== undefined && size.width * size.height > MAX_PIXELS) {
        setNote(`${size.width} × ${size.height} pixels are too many to be shown here.`);
        return;
      }
      const image = await createImageBitmap(new Blob([bytes], { type: contentType }));
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
  }, [base64, contentType]);
  return (
    <div class="image-preview" role="region" aria-label="Preview of the image" tabIndex={0}>
      <canvas ref={canvas} width={0} height={0} role="img" aria-label="The image of the response" />
      <p class="hint" role="status">
        {note}
      </p>
    </div>
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
