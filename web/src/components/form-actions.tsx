import type { ComponentChildren, JSX } from 'preact';

interface FormActionsProps {
  readonly isChanged: boolean;
  readonly canSave: boolean;
  readonly undo: () => void;
  /** Shown at the other end of the line. */
  readonly children?: ComponentChildren;
}

export function FormActions({ isChanged, canSave, undo, children }: FormActionsProps): JSX.Element {
  return (
    <div class="form-actions">
      {children}
      <span class="spacer" />
      {isChanged && (
        <span class="unsaved-note" role="status">
          Not saved yet
        </span>
      )}
      <button type="button" class="button" disabled={!isChanged} onClick={undo}>
        Discard changes
      </button>
      <button type="submit" class="button primary" disabled={!isChanged || !canSave}>
        Save
      </button>
    </div>
  );
}
