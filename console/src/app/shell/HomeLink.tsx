import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Wordmark } from '../../ui/Mark.tsx';
import { useWide } from '../../ui/useWide.ts';
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
