import { Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api/errors';
import { approvalPolicyQuery } from '../../api/queries/approvals';
import { APPROVALS, invalidate } from '../../api/queries/keys';
import { Modal } from '../../ui/dialog/Modal';
import { ErrorPage } from '../../ui/ErrorPage';
import { FormProblems } from '../../ui/form/FormProblems';
import { toast } from '../../ui/toast/toast';
import { ACTIONS, type ApprovedAction, saveApprovalPolicy } from './api';

/** Chooses what of the department needs the approval of a second person. */
export function PolicyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(approvalPolicyQuery());
  return (
    <Modal opened onClose={onClose} size={480} title={t('approvals.policy.title')}>
      {data ? (
        <PolicyForm before={data} onClose={onClose} />
      ) : error ? (
        <ErrorPage part onRetry={() => void refetch()} detail={error.message} />
      ) : (
        <Skeleton height={160} aria-busy />
      )}
    </Modal>
  );
}

function PolicyForm({ before, onClose }: { before: ApprovedAction[]; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [actions, setActions] = useState<string[]>(before);
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const save = async () => {
    setBusy(true);
    try {
      await saveApprovalPolicy(ACTIONS.filter((action) => actions.includes(action)));
      await invalidate(queries, APPROVALS);
      toast.success(t('approvals.policy.saved'));
      onClose();
    } catch (error) {
      setProblems(wordsOf(error, t('problem.generic')));
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <FormProblems problems={problems} />
      <Text c="dimmed">{t('approvals.policy.body')}</Text>
      <Checkbox.Group value={actions} onChange={setActions} aria-label={t('approvals.policy.title')}>
        <Stack gap="sm">
          {ACTIONS.map((action) => (
            <Checkbox
              key={action}
              value={action}
              label={t(`approvals.policy.${action}`)}
              description={t(`approvals.policy.${action}Help`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.dialog.cancel')}
        </Button>
        <Button loading={busy} onClick={() => void save()}>
          {t('ui.form.save')}
        </Button>
      </Group>
    </Stack>
  );
}
