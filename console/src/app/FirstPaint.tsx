import { Mark } from '../ui/layout/Mark.tsx';

/** What index.html shows before the program runs, kept until the first page is there. */
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
