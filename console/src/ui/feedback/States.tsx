import {
  IconCloudOff,
  IconFilterOff,
  IconInbox,
  IconLock,
  IconMapOff,
  IconRefresh,
  IconWifiOff,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Button, ButtonLink } from '../inputs/Button.tsx';
import { useOnline } from '../layout/useOnline.ts';
import css from './States.module.css';

interface StateProps {
  title: string;
  text: ReactNode;
  /** The next step. */
  action?: ReactNode;
  icon: Icon;
  /** Renders the title as the page's h1: the state replaces the page. */
  page?: boolean;
}

function State({ title, text, action, icon: Icon, page }: StateProps) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div className={[css.state, page && css.bare].filter(Boolean).join(' ')}>
      <Icon className={css.icon} size={28} aria-hidden />
      <Title className={page ? undefined : css.title} tabIndex={page ? -1 : undefined}>
        {title}
      </Title>
      <p className={css.text}>{text}</p>
      {action}
    </div>
  );
}

/** A list that never had content: what will appear, and the first step. */
export function EmptyState({ title, text, action, icon = IconInbox }: Omit<StateProps, 'icon'> & { icon?: Icon }) {
  return <State icon={icon} title={title} text={text} action={action} />;
}

/** A list whose filters match nothing. */
export function FilteredState({ title, text, onClear }: { title: string; text: ReactNode; onClear: () => void }) {
  return (
    <State icon={IconFilterOff} title={title} text={text} action={<Button onClick={onClear}>Clear filters</Button>} />
  );
}

/** Access denied; the text is the catalogue's. */
export function ForbiddenState({
  text,
  to,
  goLabel = 'Go to dashboard',
  page,
}: {
  text: string;
  to?: string;
  goLabel?: string;
  page?: boolean;
}) {
  return (
    <State
      icon={IconLock}
      page={page}
      title="You don't have access"
      text={text}
      action={to && <ButtonLink to={to}>{goLabel}</ButtonLink>}
    />
  );
}

/**
 * Loading failed; the text is the catalogue's. Without a network that is no error: it is loaded again as soon as there
 * is one.
 */
export function FailedState({ text, onRetry, page }: { text: ReactNode; onRetry?: () => void; page?: boolean }) {
  const isOnline = useOnline();
  const retry = useEffectEvent(() => onRetry?.());
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) retry();
    wasOnline.current = isOnline;
  }, [isOnline]);
  if (!isOnline)
    return (
      <State
        icon={IconWifiOff}
        page={page}
        title="No signal"
        text="This needs a connection. It loads when you are back online."
      />
    );
  return (
    <State
      icon={IconCloudOff}
      page={page}
      title="Could not load"
      text={text}
      action={
        onRetry && (
          <Button onClick={onRetry} leading={<IconRefresh size={20} aria-hidden />}>
            Try again
          </Button>
        )
      }
    />
  );
}

/** Nothing exists at this address. */
export function NotFoundState({
  title = 'Nothing here',
  text = 'The address may be mistyped, or the page no longer exists.',
  action,
  page = true,
}: Partial<Omit<StateProps, 'icon'>>) {
  return <State icon={IconMapOff} title={title} text={text} action={action} page={page} />;
}

/** A page after the last one of a list. */
export function NoSuchPage({ page, last, first }: { page: number; last: number; first: string }) {
  return (
    <EmptyState
      title={`There is no page ${page}`}
      text={`The list ends with page ${last}.`}
      action={<ButtonLink to={first}>Go to page 1</ButtonLink>}
    />
  );
}

/** A full-page state with custom texts. */
export function MessageState({
  title,
  text,
  action,
  icon = IconInbox,
}: Omit<StateProps, 'icon' | 'page'> & { icon?: Icon }) {
  return <State icon={icon} title={title} text={text} action={action} page />;
}

/** Grey bars with the shape of the content. */
export function Skeleton({ widths = ['38%', '92%', '86%', '64%'] }: { widths?: readonly string[] }) {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {widths.map((width, place) => (
        <span key={place} className={css.bar} style={{ width, height: place === 0 ? 18 : undefined }} />
      ))}
    </div>
  );
}
