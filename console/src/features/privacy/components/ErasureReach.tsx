import type { ErasurePreview } from '@plimsoll/contracts/privacy/privacy';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { counted, holdLabel } from '../labels.ts';
import css from './Privacy.module.css';

const uniqueBy = <Item,>(items: readonly Item[], key: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

/** What the erasure of several records reaches together. */
export const joinedReach = (reaches: readonly ErasurePreview[]): Omit<ErasurePreview, 'name'> => ({
  incidents: uniqueBy(
    reaches.flatMap(({ incidents }) => incidents),
    ({ eventId }) => eventId,
  ),
  files: uniqueBy(
    reaches.flatMap(({ files }) => files),
    ({ attachmentGuid }) => attachmentGuid,
  ),
  bundles: uniqueBy(
    reaches.flatMap(({ bundles }) => bundles),
    ({ bundleGuid }) => bundleGuid,
  ),
  holds: uniqueBy(
    reaches.flatMap(({ holds }) => holds),
    ({ holdGuid }) => holdGuid,
  ),
});

/** What an erasure destroys and what it leaves. */
export function ErasureReach({
  reach: { incidents, files, bundles, holds },
  isText,
}: {
  reach: Omit<ErasurePreview, 'name'>;
  isText: boolean;
}) {
  return (
    <>
      {holds.length > 0 && (
        <Banner tone="warning">Held: {holds.map(holdLabel).join(', ')}. Release the hold first.</Banner>
      )}
      <p>
        {isText
          ? 'Destroyed for good: description, location, answers, comments and names of files.'
          : 'Destroyed for good, wherever they stand:'}
      </p>
      {!isText && (
        <ul className={css.reach}>
          <li>
            {incidents.length > 0
              ? `Name and what was written of them in ${counted(incidents.length, 'event', 'events')}: ${incidents.map(({ number }) => number).join(', ')}`
              : 'Name and addresses'}
          </li>
          {files.length > 0 && (
            <li>
              {counted(files.length, 'file that shows them', 'files that show them')}:{' '}
              {files.map(({ name }) => name).join(', ')}
            </li>
          )}
        </ul>
      )}
      {!isText && (
        <p className={css.muted}>
          Texts that others wrote, and views that they saved, are left as they are; the text of an event is erased by
          itself.
        </p>
      )}
      <p className={css.muted}>
        Counts, rates and the proof of the log stay. Other systems are asked to erase their copies.
        {bundles.length > 0 &&
          ` ${counted(bundles.length, 'audit bundle was', 'audit bundles were')} handed out with keys and cannot be reached.`}
      </p>
    </>
  );
}
