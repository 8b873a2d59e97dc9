import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Notice } from '../../../ui/inputs/DraftForm.tsx';
import { useOnline } from '../../../ui/layout/useOnline.ts';

/** Says at the top of a form, while the device is offline, what happens to what is typed. */
export function NoSignalNotice({ text }: { text: string }) {
  const isOnline = useOnline();
  if (isOnline) return null;
  return (
    <Notice>
      <Banner tone="warning" live>
        No signal. {text}
      </Banner>
    </Notice>
  );
}
