import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api, call } from '../../api/client';
import { ApiError } from '../../api/errors';
import { approvalPolicyQuery } from '../../api/queries/approvals';
import { APPROVALS, invalidate } from '../../api/queries/keys';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';

/** Asks for the approval of a design's current version, where the department requires it. */
export function AskApprovalButton({ designId }: { designId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: policy } = useQuery(approvalPolicyQuery());
  if (!policy?.includes('design')) return null;
  const ask = async () => {
    const sure = await dialog.confirm({
      title: t('approvals.askTitle'),
      body: t('approvals.notice'),
      confirmLabel: t('approvals.ask'),
    });
    if (!sure) return;
    try {
      const body = { approval: { action: 'design' as const, design_id: designId } };
      const { approval } = await call(api.POST('/approvals', { body }));
      await invalidate(queries, APPROVALS);
      toast.success(t('approvals.askDone'));
      await navigate(`/approvals/${approval.uuid}`);
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.info({ title: t('approvals.ask'), body: lines || t('problem.generic') });
    }
  };
  return (
    <Button variant="default" onClick={() => void ask()}>
      {t('approvals.ask')}
    </Button>
  );
}
