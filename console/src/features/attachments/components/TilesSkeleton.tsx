import css from './Attachments.module.css';

/** Grey tiles where the files come. */
export const TilesSkeleton = () => (
  <div className={css.tiles} aria-hidden="true">
    {[1, 2, 3].map((place) => (
      <span key={place} className={css.bar} />
    ))}
  </div>
);
