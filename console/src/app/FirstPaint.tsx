import { Mark } from '../ui/layout/Mark.tsx';

/** Loading skeleton until the first page is there; same markup as in index.html. */
export function FirstPaint() {
  return (
    <div className="first-paint" role="status" aria-label="Loading">
      <div className="first-paint-bar">
        <Mark />
      </div>
      <div className="first-paint-page">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  );
}
