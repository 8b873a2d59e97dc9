import { NewWorksiteDialog } from '../components/WorksiteDialogs.tsx';

/** Dialog that adds a worksite, on pages that stay open afterwards. */
export const AddWorksiteDialog = ({ onClose }: { onClose: () => void }) => (
  <NewWorksiteDialog onDone={onClose} onClose={onClose} />
);
