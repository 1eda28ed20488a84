import { Box, Button, Group as Row, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { GROUPS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { followOperation } from '../../ui/progress/followed';
import { RunningProgress } from '../../ui/progress/RunningProgress';
import { StopNotice } from '../../ui/progress/StopNotice';
import { type Group, rewordGroup, wordingQuery } from './api';

/** The number of credentials issued with earlier texts, an action to update them, and its progress. */
export function RewordPanel({ group, mayManage }: { group: Group; mayManage: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(wordingQuery(group.id));
  const running = data?.rewording && data.rewording.finished_at === null ? data.rewording : null;
  if (!data || (!running && data.outdated_count === 0)) return null;

  const numbers = { count: data.outdated_count, number: format.number(data.outdated_count) };
  const stopped = data.rewording?.stop;
  const carry = async () => {
    const sure = await dialog.confirm({
      title: t('groups.reword.confirmTitle', numbers),
      body: t('groups.reword.issuedHelp'),
      confirmLabel: t('groups.reword.confirm', numbers),
    });
    if (!sure) return;
    setBusy(true);
    try {
      await rewordGroup(group.id);
      followOperation(`/groups/${group.id}`);
    } catch (error) {
      const body = error instanceof ApiError ? error.lines.join('\n') : t('problem.generic');
      void dialog.warning({ title: t('groups.reword.failed'), body });
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: GROUPS });
    }
  };
  return (
    <Box mb="md">
      <Panel>
        {stopped && data.rewording ? (
          <StopNotice
            stop={stopped}
            total={data.rewording.total_count}
            onResume={async () => {
              await rewordGroup(group.id);
              followOperation(`/groups/${group.id}`);
              await queries.invalidateQueries({ queryKey: GROUPS });
            }}
          />
        ) : running ? (
          <>
            <Text fw={500}>{t('groups.reword.running')}</Text>
            <RunningProgress
              label={t('groups.reword.running')}
              startedAt={running.created_at}
              done={running.done_count}
              total={running.total_count}
            />
          </>
        ) : (
          <Row justify="space-between" gap="sm">
            <Text>{t('groups.reword.outdated', numbers)}</Text>
            {mayManage && (
              <Button variant="default" loading={busy} onClick={() => void carry()}>
                {t('groups.reword.carry', numbers)}
              </Button>
            )}
          </Row>
        )}
      </Panel>
    </Box>
  );
}
