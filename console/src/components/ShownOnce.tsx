import { CopyButton } from './CopyButton.tsx';
import { Button } from '../ui/inputs/Button.tsx';
import { Dialog, DialogActions } from '../ui/feedback/Dialog.tsx';
import css from './ShownOnce.module.css';

interface Shown {
  /** Label of the value; also used in the alert after copying. */
  what: string;
  text: string;
}

interface ShownOnceProps {
  title: string;
  /** What the reader should do with the values. */
  lead: string;
  items: readonly Shown[];
  onClose: () => void;
}

/** Dialog that shows secrets once. It cannot be dismissed by Escape or a click outside, only by its button. */
export function ShownOnce({ title, lead, items, onClose }: ShownOnceProps) {
  return (
    <Dialog opened insists onClose={() => {}} title={title}>
      <div className={css.once}>
        <p>It is shown this one time. {lead}</p>
        {items.map(({ what, text }) => (
          <div key={what}>
            <b>{what}</b>
            <code className={css.secret}>{text}</code>
            <CopyButton text={text} what={what} />
          </div>
        ))}
      </div>
      <DialogActions>
        <Button variant="primary" data-autofocus onClick={onClose}>
          I have kept it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
