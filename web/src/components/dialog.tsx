import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** A native dialog, which keeps the focus inside and closes on Escape. */
export function Dialog({ title, close, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  // A layout effect runs before the next key press.
  useLayoutEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-label={title}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div class="dialog-box">{children}</div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly confirm: () => void;
  readonly close: () => void;
}

export function ConfirmDialog({ title, text, action, confirm, close }: ConfirmProps): JSX.Element {
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
          close();
        }}
      >
        <h2>{title}</h2>
        <p>{text}</p>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={close}>
            Keep
          </button>
          <button type="submit" class="button danger">
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
