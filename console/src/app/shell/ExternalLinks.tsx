import { IconChevronDown, IconExternalLink } from '@tabler/icons-react';
import type { ExternalSystem } from '@plimsoll/contracts/organizations/organization-fields';
import { Dropdown } from '../../ui/layout/Dropdown.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import css from './ExternalLinks.module.css';
import sheet from './MenuSheet.module.css';

const Elsewhere = () => <VisuallyHidden> (opens another site)</VisuallyHidden>;

/** Maximum number of links in the bar; more are shown in a dropdown. */
const IN_BAR = 2;

/** Links to the organization's external systems in the top bar. */
export function ExternalLinks({ systems }: { systems: readonly ExternalSystem[] }) {
  if (systems.length > IN_BAR) {
    return (
      <Dropdown
        label="Other systems"
        trigger={{
          className: css.more,
          children: (
            <>
              Other systems
              <IconChevronDown size={18} aria-hidden />
            </>
          ),
        }}
      >
        {(close) => <ExternalList systems={systems} onFollow={close} />}
      </Dropdown>
    );
  }
  return systems.map(({ title, url }, place) => (
    <a key={place} className={css.link} href={url} target="_blank" rel="noreferrer" title={title}>
      <span>{title}</span>
      <IconExternalLink size={16} aria-hidden />
      <Elsewhere />
    </a>
  ));
}

/** Links to the organization's external systems as a vertical list. */
export function ExternalList({ systems, onFollow }: { systems: readonly ExternalSystem[]; onFollow: () => void }) {
  return systems.map(({ title, url }, place) => (
    <a key={place} className={sheet.entry} href={url} target="_blank" rel="noreferrer" onClick={onFollow}>
      <IconExternalLink size={20} aria-hidden />
      <span className={css.whole}>{title}</span>
      <Elsewhere />
    </a>
  ));
}
