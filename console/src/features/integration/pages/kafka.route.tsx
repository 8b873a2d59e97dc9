import { IconPlayerPause, IconPlayerPlay, IconSettings, IconTopologyStar3 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { setKafkaExportRequest, type KafkaExport } from '@plimsoll/contracts/integration/kafka';
import type { StartingPoint } from '@plimsoll/contracts/integration/kafka-events';
import type { Level } from '@plimsoll/contracts/integration/channel';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { KeyValues } from '../../../ui/data/KeyValues.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { kafkaQuery, setKafkaExport } from '../api.ts';
import { levelLabels, INCIDENT_DETAIL_LABEL } from '../labels.ts';
import { ChannelFields } from '../components/ChannelFields.tsx';
import css from '../components/Integration.module.css';
import { IntegrationsHeader } from '../components/IntegrationsHeader.tsx';
import { LevelExample } from '../components/LevelExample.tsx';

export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('UPDATE_ORGANIZATION') ? [kafkaQuery(organization.guid)] : [],
);

const startLabels: Readonly<Record<StartingPoint, { label: string; hint: string }>> = {
  NOW: { label: 'Now', hint: 'What happens from here on' },
  BEGINNING: { label: 'The beginning', hint: 'All that has happened, first' },
};

/** Whether the export was ever enabled, on an installation with Kafka brokers. */
const hasBegun = ({ isConfigured, position, isEnabled }: KafkaExport): boolean =>
  isConfigured && (position !== null || isEnabled);

const settingOf = ({ isEnabled, level, includeSensitive, startFrom }: KafkaExport) => ({
  isEnabled,
  level,
  includeSensitive,
  startFrom,
});

/** Export of the organization's events to Kafka: settings, position and lag. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(kafkaQuery(organization.guid));
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <IntegrationsHeader
        actions={
          query.data &&
          hasBegun(query.data) && <ChangeAndPause found={query.data} onChange={() => setDialogOpen(true)} />
        }
      />
      <QueryView query={query}>
        {(found) =>
          !found.isConfigured ? (
            <EmptyState
              icon={IconTopologyStar3}
              title="No Kafka here"
              text={`${textOf('KafkaNotConfigured')}. Whoever runs it names them in KAFKA_BROKERS.`}
            />
          ) : !hasBegun(found) ? (
            <EmptyState
              icon={IconTopologyStar3}
              title="Nothing goes to Kafka yet"
              text={`Each event is a message in one of ${found.topics.length} topics, in the order of its record.`}
              action={
                <Button variant="primary" onClick={() => setDialogOpen(true)}>
                  Begin…
                </Button>
              }
            />
          ) : (
            <ExportStatus found={found} />
          )
        }
      </QueryView>
      {isDialogOpen && query.data && <KafkaDialog found={query.data} onClose={() => setDialogOpen(false)} />}
    </>
  );
}

function ChangeAndPause({ found, onChange }: { found: KafkaExport; onChange: () => void }) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(setKafkaExport);
  const { isEnabled } = found;
  async function toggle() {
    try {
      await send({
        asked: { params: { orgGuid: organization.guid }, body: { ...settingOf(found), isEnabled: !isEnabled } },
        key: newGuid(),
      });
      showAlert({
        type: 'success',
        title: isEnabled ? 'The export to Kafka is paused' : 'The export to Kafka goes on where it stopped',
      });
    } catch (refusal) {
      showAlert({ type: 'error', title: 'The export to Kafka was not changed', subtitle: errorText(refusal) });
    }
  }
  return (
    <>
      <Button leading={<IconSettings size={20} aria-hidden />} onClick={onChange}>
        Change…
      </Button>
      <Button
        leading={isEnabled ? <IconPlayerPause size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
        aria-busy={isPending || undefined}
        onClick={() => void toggle()}
      >
        {isEnabled ? 'Pause' : 'Go on'}
      </Button>
    </>
  );
}

function ExportStatus({
  found: { isEnabled, level, includeSensitive, position, lag, fault, topics },
}: {
  found: KafkaExport;
}) {
  return (
    <Stack>
      <Section title="How it does">
        {fault && isEnabled && (
          <div className={css.notice}>
            <Banner tone="warning">{fault}. What happens waits; it is tried again by itself.</Banner>
          </div>
        )}
        <KeyValues
          items={[
            {
              term: 'Status',
              value: isEnabled ? (
                <Badge tone={fault ? 'asks' : 'good'} icon={IconPlayerPlay}>
                  {fault ? 'Held up' : 'Running'}
                </Badge>
              ) : (
                <Badge icon={IconPlayerPause}>Paused</Badge>
              ),
            },
            { term: 'Told up to position', value: position === null ? 'Not begun' : position.toLocaleString('en-CA') },
            {
              term: 'Behind',
              value:
                lag === null
                  ? 'Not begun'
                  : lag === 0
                    ? 'Nothing'
                    : `${lag.toLocaleString('en-CA')} ${lag === 1 ? 'event' : 'events'}`,
            },
            { term: INCIDENT_DETAIL_LABEL, value: levelLabels[level].label },
            { term: 'Sensitive events', value: includeSensitive ? 'Told too' : 'Not told' },
            {
              term: 'Topics',
              value: (
                <ul className={css.topics}>
                  {topics.map((topic) => (
                    <li key={topic} className={css.code}>
                      {topic}
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
        <LevelExample level={level} includeSensitive={includeSensitive} />
      </Section>
    </Stack>
  );
}

function KafkaDialog({ found, onClose }: { found: KafkaExport; onClose: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(setKafkaExport);
  const isNew = !hasBegun(found);
  const form = useCommandForm(setKafkaExportRequest, {
    start: {
      level: found.level as Level,
      includeSensitive: found.includeSensitive,
      startFrom: found.startFrom as StartingPoint,
    },
    bodyOf: (fields) => ({ ...fields, isEnabled: isNew || found.isEnabled }),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid }, body }, key }),
    onDone: () => {
      showAlert({
        type: 'success',
        title: isNew ? 'The export to Kafka has begun' : 'The export to Kafka was changed',
      });
      onClose();
    },
  });
  const [level, sensitive, start] = [
    useChosen(form, 'level'),
    useChosen(form, 'includeSensitive'),
    useChosen(form, 'startFrom'),
  ];
  return (
    <FormDialog
      form={form}
      refused="The export was not changed"
      title={isNew ? 'Begin the export to Kafka' : 'Change the export to Kafka'}
      confirmLabel={isNew ? 'Begin' : 'Save'}
      onClose={onClose}
    >
      <FieldStack>
        <ChannelFields
          level={level.value}
          includeSensitive={sensitive.value}
          onLevel={level.onChange}
          onSensitive={sensitive.onChange}
        />
        {isNew && (
          <ChoiceField
            label="Begin with"
            columns={2}
            options={(['NOW', 'BEGINNING'] as const).map((value) => ({ value, ...startLabels[value] }))}
            {...start}
          />
        )}
      </FieldStack>
    </FormDialog>
  );
}
