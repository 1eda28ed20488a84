import { Anchor, Button, Group, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../../api/errors';
import { publicationAddress } from '../../api/publications';
import { CREDENTIALS, GROUPS, invalidate } from '../../api/queries/keys';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { Facts } from '../../ui/Facts';
import { Panel } from '../../ui/Panel';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import { StopNotice } from '../../ui/progress/StopNotice';
import { toast } from '../../ui/toast/toast';
import { cancelImport, keepImport, resumeImport } from './api';
import { LeftOutRows } from './LeftOutRows';
import type { PublishSlot } from './slots';
import { rowsDone } from './steps';
import type { Import } from './types';
import { UndoState, useUndo } from './UndoState';

interface ResultStepProps {
  spreadsheet: Import;
  PublishDialog: PublishSlot;
}

/** The progress of a run, then its result. */
export function ResultStep({ spreadsheet, PublishDialog }: ResultStepProps) {
  const queries = useQueryClient();
  const { uuid, state } = spreadsheet;
  const running = state === 'importing';
  useEffect(() => {
    if (!running) void invalidate(queries, CREDENTIALS, GROUPS);
  }, [running, queries]);
  return running ? (
    <Running spreadsheet={spreadsheet} />
  ) : (
    <div>
      {spreadsheet.stop && (
        <StopNotice
          stop={spreadsheet.stop}
          total={spreadsheet.total_rows}
          onResume={async () => keepImport(queries, await resumeImport(uuid))}
        />
      )}
      {/* An import that stopped while its rows were checked has no result yet. */}
      {!(spreadsheet.stop && !spreadsheet.started_at) && (
        <Outcome spreadsheet={spreadsheet} PublishDialog={PublishDialog} />
      )}
      {spreadsheet.undo && <UndoState spreadsheet={spreadsheet} undo={spreadsheet.undo} />}
      <LeftOutRows spreadsheet={spreadsheet} />
    </div>
  );
}

function Running({ spreadsheet }: { spreadsheet: Import }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const format = useFormat();
  const mayManage = usePermission('manage_credentials');
  const { uuid, started_at, created_at, total_rows, created, updated } = spreadsheet;
  const cancel = async () => {
    const imported = created + updated;
    const left = total_rows - rowsDone(spreadsheet);
    const lines = [t('imports.cancel.left', { count: left, number: format.number(left) })];
    if (imported > 0)
      lines.unshift(t('imports.cancel.done', { count: imported, number: format.number(imported) }));
    const sure = await dialog.confirm({
      title: t('imports.cancel.title'),
      body: lines.join('\n'),
      confirmLabel: t('imports.cancel.confirm'),
      cancelLabel: t('imports.cancel.goOn'),
      danger: true,
    });
    if (!sure) return;
    try {
      keepImport(queries, await cancelImport(uuid));
    } catch (error) {
      toast.formWarning(t('imports.cancel.failed'), error instanceof ApiError ? error.lines : []);
    }
  };
  return (
    <Panel title={t('imports.result.running')}>
      <RunningProgress
        label={t('imports.result.running')}
        startedAt={started_at ?? created_at}
        done={rowsDone(spreadsheet)}
        total={total_rows}
      />
      <Group justify="space-between">
        <Text c="dimmed">{t('imports.goesOn')}</Text>
        {mayManage && (
          <Button variant="default" onClick={() => void cancel()}>
            {t('imports.cancel.action')}
          </Button>
        )}
      </Group>
    </Panel>
  );
}

function Outcome({ spreadsheet, PublishDialog }: ResultStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, created, updated, skipped, failed, publication_uuid, consent } = spreadsheet;
  const good = state === 'completed';
  const Icon = good ? IconCheck : IconAlertTriangle;
  const done = created + updated;
  const counted = (name: 'created' | 'updated' | 'skipped' | 'failed', count: number) =>
    [t(`imports.result.${name}`), count > 0 ? format.number(count) : null] as const;
  return (
    <Panel>
      <Group wrap="nowrap" gap="sm" role="status">
        <ThemeIcon variant="light" radius="xl" size={32} color={good ? 'laurel' : 'yellow'}>
          <Icon size={18} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={500}>{t('imports.result.done', { count: done, number: format.number(done) })}</Text>
          {state !== 'completed' && <Text c="dimmed">{t(`imports.state.${state}`)}</Text>}
        </div>
      </Group>
      <Facts
        facts={[
          counted('created', created),
          counted('updated', updated),
          counted('skipped', skipped),
          counted('failed', failed),
          [
            t('imports.result.publication'),
            publication_uuid && (
              <Anchor component={Link} to={publicationAddress(publication_uuid)} inherit>
                {t('imports.result.showPublication')}
              </Anchor>
            ),
          ],
          [
            t('imports.result.consent'),
            consent &&
              t('imports.result.consentBy', { name: consent.name, time: format.dateTime(consent.at) }),
          ],
        ]}
      />
      {done > 0 && <Next spreadsheet={spreadsheet} PublishDialog={PublishDialog} />}
    </Panel>
  );
}

/** Actions on the imported credentials. */
function Next({ spreadsheet, PublishDialog }: ResultStepProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayManage = usePermission('manage_credentials');
  const mayPublish = usePermission('publish_credentials');
  const [asking, setAsking] = useState(false);
  const undo = useUndo(spreadsheet);
  const { id, created, publish, undo: undone } = spreadsheet;
  return (
    <Group gap="xs">
      <Button component={Link} to={`/credentials?import_id=${id}`} variant={publish ? 'filled' : 'default'}>
        {t('imports.result.review')}
      </Button>
      {mayPublish && !publish && created > 0 && !undone && (
        <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {t('imports.result.publish', { count: created, number: format.number(created) })}
        </Button>
      )}
      {mayManage && created > 0 && !undone && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => void undo()}
        >
          {t('imports.undo.action')}
        </Button>
      )}
      {asking && (
        <PublishDialog
          target={{
            selection: { all_matching: { import_id: id, state: 'draft' } },
            count: created,
            drafts: created,
            withoutDesign: 0,
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Group>
  );
}
