import { List, Progress, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { importAddress } from '../../api/imports';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { followOperation } from '../../ui/progress/followed';
import { StopNotice } from '../../ui/progress/StopNotice';
import { keepImport, undoImport } from './api';
import type { Import } from './types';

interface Props {
  spreadsheet: Pick<Import, 'uuid' | 'created'>;
  undo: NonNullable<Import['undo']>;
}

/** The progress of undoing an import, and what is not undone. */
export function UndoState({ spreadsheet, undo }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { deleted, revoked, not_undone: kept, finished_at } = undo;
  const running = finished_at === null;
  const phase = running ? 'running' : undo.stop ? 'stopped' : 'done';
  return (
    <Panel title={t(`imports.undo.${phase}`)}>
      {undo.stop && (
        <StopNotice
          stop={undo.stop}
          total={spreadsheet.created}
          onResume={async () => keepImport(queries, await undoImport(spreadsheet.uuid))}
        />
      )}
      {running && <Progress value={100} animated aria-label={t('imports.undo.running')} />}
      <div role="status">
        <List spacing={4}>
          {deleted > 0 && (
            <List.Item>
              {t('imports.undo.deleted', { count: deleted, number: format.number(deleted) })}
            </List.Item>
          )}
          {revoked > 0 && (
            <List.Item>
              {t('imports.undo.revoked', { count: revoked, number: format.number(revoked) })}
            </List.Item>
          )}
          {kept.map(({ reason, count }) => (
            <List.Item key={reason}>
              {t(`imports.undo.kept.${reason}`, { count, number: format.number(count) })}
            </List.Item>
          ))}
        </List>
      </div>
      {phase === 'done' && deleted + revoked === 0 && kept.length === 0 && (
        <Text c="dimmed">{t('imports.undo.nothing')}</Text>
      )}
    </Panel>
  );
}

const BODY = { published: 'imports.undo.bodyPublished', drafts: 'imports.undo.bodyDrafts' } as const;
const CONFIRM = { published: 'imports.undo.confirmPublished', drafts: 'imports.undo.confirmDrafts' } as const;

/** Returns a function that explains what undo changes, asks for confirmation, and starts it. */
export function useUndo({ uuid, created, updated, publish, hold_minutes }: Import) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  return async () => {
    const words = { count: created, number: format.number(created) };
    const kind = publish ? 'published' : 'drafts';
    const lines = [
      t(BODY[kind], words),
      ...(publish && hold_minutes === 0 ? [t('imports.undo.bodyMailed')] : []),
      ...(updated > 0
        ? [t('imports.undo.bodyUpdated', { count: updated, number: format.number(updated) })]
        : []),
      t('imports.undo.bodyChanged'),
    ];
    const sure = await dialog.confirm({
      title: t('imports.undo.title'),
      body: lines.join('\n'),
      confirmLabel: t(CONFIRM[kind], words),
      danger: true,
    });
    if (!sure) return;
    try {
      keepImport(queries, await undoImport(uuid));
      followOperation(`${importAddress(uuid)}/result`);
    } catch (error) {
      await dialog.warning({
        title: t('imports.undo.failed'),
        body: error instanceof ApiError ? error.lines.join('\n') : t('problem.generic'),
      });
    }
  };
}
