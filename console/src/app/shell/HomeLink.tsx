import { Link } from 'react-router';
import { paths } from '../../lib/url/paths.ts';
import { Wordmark } from '../../ui/layout/Mark.tsx';
import { useWide } from '../../ui/layout/useWide.ts';
import css from './Shell.module.css';

export function HomeLink() {
  const narrow = !useWide(768);
  return (
    <div className={css.logo}>
      <Link to={paths.home()} aria-label="Plimsoll, home">
        <Wordmark height={narrow ? 22 : 24} />
      </Link>
    </div>
  );
}
