import css from './Attachments.module.css';

/** Placeholder while the files load. */
export const TilesSkeleton = () => (
  <div className={css.tiles} aria-hidden="true">
    {[1, 2, 3].map((place) => (
      <span key={place} className={css.bar} />
    ))}
  </div>
);
