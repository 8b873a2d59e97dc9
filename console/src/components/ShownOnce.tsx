import { CopyButton } from './CopyButton.tsx';
import { Button } from '../ui/inputs/Button.tsx';
import { Dialog, DialogActions } from '../ui/feedback/Dialog.tsx';
import css from './ShownOnce.module.css';

interface Shown {
  /** What it is; said when it was copied, too. */
  what: string;
  text: string;
}

interface ShownOnceProps {
  title: string;
  /** What is to be done with it. */
  lead: string;
  items: readonly Shown[];
  onClose: () => void;
}

/** A secret, once: nobody sees it again, so that it closes by its own button alone. */
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
