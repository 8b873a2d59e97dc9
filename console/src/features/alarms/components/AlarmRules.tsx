import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { AlarmSettingsAnswer } from '@plimsoll/contracts/alarms/answers';
import { MAX_OWN_RULES } from '@plimsoll/contracts/alarms/requests';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { firstStepsTexts, ruleEffect } from '../labels.ts';
import { Lines } from './Lines.tsx';
import { gapText, minutesText } from '../settings-labels.ts';

const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }));
const OwnRuleDialog = lazy(async () => ({ default: (await import('./OwnRuleDialog.tsx')).OwnRuleDialog }));
const dialogs = () => import('./SettingsDialogs.tsx');
const MinutesDialog = lazy(async () => ({ default: (await dialogs()).MinutesDialog }));
const FirstStepsDialog = lazy(async () => ({ default: (await dialogs()).FirstStepsDialog }));
const RemoveRuleDialog = lazy(async () => ({ default: (await dialogs()).RemoveRuleDialog }));

const muted = { marginBlock: '8px 12px', color: 'var(--muted)' };

/** What raises an alarm, when it goes on to others, and what people do first; each part with a dialog to change it. */
export function AlarmRules({ settings }: { settings: AlarmSettingsAnswer }) {
  return (
    <>
      <ShippedRules settings={settings} />
      <OwnRules settings={settings} />
      <Minutes settings={settings} />
      <FirstSteps settings={settings} />
    </>
  );
}

function ChangeButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button
      variant="quiet"
      leading={<IconPencil size={20} aria-hidden />}
      aria-label={`Change… ${what}`}
      onClick={onClick}
    >
      Change…
    </Button>
  );
}

function ShippedRules({ settings }: { settings: AlarmSettingsAnswer }) {
  const [changed, setChanged] = useState<AlarmSettingsAnswer['rules'][number] | null>(null);
  return (
    <Section title="What raises an alarm">
      <p style={muted}>
        A report is judged by these rules when it arrives and whenever it changes. An alarm must be answered by a
        person; a notice is emailed once.
      </p>
      <RowList label="What raises an alarm">
        {settings.rules.map((rule) => (
          <Row
            key={rule.code}
            title={rule.name}
            badge={!rule.isEnabled && <Badge>Off</Badge>}
            under={rule.isEnabled && ruleEffect(rule)}
            actions={
              rule.code === 'DEATH' ? (
                <Badge>Always on</Badge>
              ) : (
                <ChangeButton what={rule.name} onClick={() => setChanged(rule)} />
              )
            }
          />
        ))}
      </RowList>
      {changed && (
        <Suspense>
          <RuleDialog settings={settings} rule={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </Section>
  );
}

type OwnRule = AlarmSettingsAnswer['ownRules'][number];
type Opened = { dialog: 'add'; formGuid?: string } | { dialog: 'change' | 'remove'; rule: OwnRule };

function OwnRules({ settings }: { settings: AlarmSettingsAnswer }) {
  const { organization } = useStarted();
  const [opened, setOpened] = useState<Opened | null>(null);
  const forms = useQuery({ ...formsQuery(organization.guid), enabled: settings.ownRules.length > 0 }).data?.items;
  const close = () => setOpened(null);
  const { ownRules, gaps, rules } = settings;
  return (
    <Section
      title="Your own rules"
      action={
        ownRules.length < MAX_OWN_RULES && (
          <Button
            variant="quiet"
            leading={<IconPlus size={20} aria-hidden />}
            onClick={() => setOpened({ dialog: 'add' })}
          >
            Add a rule…
          </Button>
        )
      }
    >
      {gaps.map((gap) => (
        <Banner
          key={gap.formGuid}
          tone="warning"
          action={
            <Button
              size="s"
              aria-label={`Add a rule for ${gap.name}`}
              onClick={() => setOpened({ dialog: 'add', formGuid: gap.formGuid })}
            >
              Add a rule
            </Button>
          }
        >
          {gapText(gap, rules)}
        </Banner>
      ))}
      {ownRules.length === 0 ? (
        <p style={muted}>None yet. Choose a question of one of your forms, and the answer that raises an alarm.</p>
      ) : (
        <RowList label="Your own rules">
          {ownRules.map((rule) => (
            <Row
              key={rule.ruleGuid}
              title={rule.name}
              badge={
                rule.isStale ? (
                  <Badge tone="asks">Its question is not in the form any more</Badge>
                ) : (
                  !rule.isEnabled && <Badge>Off</Badge>
                )
              }
              under={[forms?.find(({ formGuid }) => formGuid === rule.formGuid)?.name, ruleEffect(rule)]
                .filter(Boolean)
                .join(' · ')}
              actions={
                <>
                  <ChangeButton what={rule.name} onClick={() => setOpened({ dialog: 'change', rule })} />
                  <Button
                    variant="quiet"
                    aria-label={`Remove… ${rule.name}`}
                    onClick={() => setOpened({ dialog: 'remove', rule })}
                  >
                    Remove…
                  </Button>
                </>
              }
            />
          ))}
        </RowList>
      )}
      <Suspense>
        {opened?.dialog === 'add' && (
          <OwnRuleDialog settings={settings} rule={null} formGuid={opened.formGuid} onClose={close} />
        )}
        {opened?.dialog === 'change' && <OwnRuleDialog settings={settings} rule={opened.rule} onClose={close} />}
        {opened?.dialog === 'remove' && <RemoveRuleDialog settings={settings} rule={opened.rule} onClose={close} />}
      </Suspense>
    </Section>
  );
}

function Minutes({ settings }: { settings: AlarmSettingsAnswer }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Section title="If nobody answers" action={<ChangeButton what="the minutes" onClick={() => setChanging(true)} />}>
      <p style={{ marginTop: 8 }}>{minutesText(settings)}</p>
      {isChanging && (
        <Suspense>
          <MinutesDialog settings={settings} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Section>
  );
}

function FirstSteps({ settings }: { settings: AlarmSettingsAnswer }) {
  const [isChanging, setChanging] = useState(false);
  return (
    <Section
      title={firstStepsTexts.title}
      action={<ChangeButton what="the first steps" onClick={() => setChanging(true)} />}
    >
      <p style={muted}>
        {firstStepsTexts.hint}
        {settings.isFirstStepsShipped && ' This is the text that Plimsoll ships.'}
      </p>
      <Lines text={settings.firstSteps} />
      {isChanging && (
        <Suspense>
          <FirstStepsDialog settings={settings} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Section>
  );
}
