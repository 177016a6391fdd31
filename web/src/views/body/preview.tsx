import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** More would take the page long to clean and to lay out. */
const MAX_LENGTH = 500_000;

/** Shows sanitized HTML in a frame without permissions, which can neither run nor fetch anything. */
export function Preview({ text }: { readonly text: (maxLength: number) => Promise<string> }): JSX.Element {
  const [shown, setShown] = useState<{ readonly html: string; readonly isCut: boolean } | undefined>(
    undefined,
  );
  useEffect(() => {
    let isGone = false;
    void Promise.all([text(MAX_LENGTH + 1), import('../../components/sanitize-html.js')]).then(
      ([body, { sanitizeHtml }]) => {
        if (isGone) return;
        setShown({ html: sanitizeHtml(body.slice(0, MAX_LENGTH)), isCut: body.length > MAX_LENGTH });
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (shown === undefined) return <p class="hint padded">Reading…</p>;
  return (
    <>
      {shown.isCut && <p class="hint padded">The preview shows the first 500,000 characters.</p>}
      <iframe class="preview" title="Preview of the body" sandbox="" srcdoc={shown.html} />
    </>
  );
}
